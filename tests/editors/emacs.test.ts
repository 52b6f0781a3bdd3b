import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documented, exampleWithDrift, expectSeen, type Report, runEditor } from "../support/real-editor.js";

/** What both clients are put through; `shown`, `format-all` and `rename-to` are theirs. */
const SESSION = `
(require 'json)
(defun wait-for (what condition)
  (let ((end (+ (float-time) 20)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "waited in vain for %s: %S" what (shown)))
      (accept-process-output nil 0.02))))
(defun has (code) (seq-some (lambda (each) (equal (alist-get 'code each) code)) (shown)))
(defun replace-once (before after)
  (goto-char (point-min))
  (search-forward before)
  (replace-match after t t))
(defun act ()
  (let (report before)
    (find-file "plane-battle.contract")
    (push (cons 'mode (symbol-name major-mode)) report)
    ;; Clients start behind the first command, which a session without a terminal does not have.
    (connect)
    (wait-for "the difference" (lambda () (has "drift/return-type")))
    (push (cons 'drift (vconcat (shown))) report)

    (replace-once "uses entities" "uses world, entities")
    (wait-for "the cycle" (lambda () (sync) (has "graph/cycle")))
    (push (cons 'cycle (vconcat (shown))) report)
    (replace-once "uses world, entities" "uses entities")
    (wait-for "the end of the cycle" (lambda () (sync) (not (has "graph/cycle"))))

    (setq before (buffer-string))
    (replace-once "fn interval(step: int) -> int" "   fn interval( step:int )->int")
    (sync)
    (format-all)
    (push (cons 'formatted (if (equal (buffer-string) before) t :json-false)) report)

    (goto-char (point-min))
    (search-forward "class Spawner")
    (backward-char 3)
    (sync)
    (rename-to "Generator")
    (push (cons 'renamed (buffer-string)) report)
    report))
(condition-case failure
    (let ((report (act)) (coding-system-for-write 'utf-8))
      (write-region (json-encode report) nil (getenv "REPORT"))
      (set-buffer-modified-p nil)
      (kill-emacs 0))
  (error (message "failed: %S" failure)
         (dolist (buffer (buffer-list))
           (when (string-match-p "stderr\\\\|events\\\\|Messages" (buffer-name buffer))
             (message "%s" (with-current-buffer buffer (buffer-string)))))
         (kill-emacs 3)))
`;

const EGLOT = `
(require 'flymake)
(require 'eglot)
(setq eglot-sync-connect 10 eglot-confirm-server-initiated-edits nil)
(defun connect ()
  (run-hooks 'post-command-hook)
  (flymake-start))
(defun sync () (eglot--signal-textDocument/didChange))
(defun shown ()
  (mapcar (lambda (each)
            (let ((data (alist-get 'eglot-lsp-diag (flymake-diagnostic-data each))))
              (list (cons 'code (plist-get data :code))
                    (cons 'line (line-number-at-pos (flymake-diagnostic-beg each)))
                    (cons 'message (plist-get data :message)))))
          (flymake-diagnostics)))
(defun format-all () (eglot-format-buffer))
(defun rename-to (name) (eglot-rename name))
`;

const LSP_MODE = `
(require 'lsp-mode)
(setq lsp-auto-guess-root t lsp-restart 'ignore lsp-diagnostics-provider :none lsp-warn-no-matched-clients nil
      lsp-enable-file-watchers nil lsp-headerline-breadcrumb-enable nil)
(defun connect () (lsp))
(defun sync () nil)
(defun shown ()
  (mapcar (lambda (each)
            (list (cons 'code (lsp-get (or each (ht)) :code))
                  (cons 'line (1+ (lsp:position-line (lsp:range-start (lsp:diagnostic-range each)))))
                  (cons 'message (lsp:diagnostic-message each))))
          (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics))))
(defun format-all () (lsp-format-buffer))
(defun rename-to (name) (lsp-rename name))
`;

test.each([
  ["eglot", documented("elisp", "eglot-server-programs"), EGLOT],
  ["lsp-mode", documented("elisp", "lsp-register-client"), LSP_MODE],
])(
  "Emacs with %s shows what is found, formats and renames, as the documentation configures it",
  async (_, config, client) => {
    const folder = exampleWithDrift();
    writeFileSync(join(folder, "node_modules/init.el"), documented("elisp", "define-derived-mode") + config);
    writeFileSync(join(folder, "node_modules/session.el"), client + SESSION);
    const args = [
      "--batch",
      "--eval",
      "(package-initialize)",
      "-l",
      "node_modules/init.el",
      "-l",
      "node_modules/session.el",
    ];
    const report = (await runEditor(folder, "emacs", ...args)) as Report & { mode: string };
    expect(report.mode).toBe("contract-mode");
    expectSeen(report);
  },
  60_000,
);
