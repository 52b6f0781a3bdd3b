#!/bin/sh
# What the hooks of .pre-commit-hooks.yaml run, in the repository that they check: its own contractc, or that of PATH.
if [ -f node_modules/.bin/contractc ]; then
  exec node_modules/.bin/contractc "$@"
elif command -v contractc >/dev/null 2>&1; then
  exec contractc "$@"
fi
echo "contractc is not installed here: npm install --save-dev contractc" >&2
exit 1
