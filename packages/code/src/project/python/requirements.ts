/** A requirement of Python: `requests >= 2.31`, `PyYAML>=6; python_version > "3.8"`, `uvicorn[standard]`, `a @ https://…`. */
const REQUIREMENT = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*\(?([<>=!~^*\d][^;#)]*)?/;

/** Names that code imports where what one installs is called otherwise, in lower case. */
const DISTRIBUTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    attr: "attrs",
    bs4: "beautifulsoup4",
    Crypto: "pycryptodome pycrypto",
    Cryptodome: "pycryptodomex",
    cv2: "opencv-python opencv-python-headless opencv-contrib-python",
    dateutil: "python-dateutil",
    discord: "discord.py py-cord",
    docx: "python-docx",
    dotenv: "python-dotenv",
    editorconfig: "EditorConfig",
    faiss: "faiss-cpu faiss-gpu",
    fitz: "PyMuPDF",
    flask_cors: "Flask-Cors",
    gi: "PyGObject",
    git: "GitPython",
    github: "PyGithub",
    google: "protobuf google-api-python-client google-auth google-cloud-core",
    gitlab: "python-gitlab",
    igraph: "python-igraph igraph",
    IPython: "ipython",
    jose: "python-jose",
    jwt: "PyJWT",
    kafka: "kafka-python kafka-python-ng",
    ldap: "python-ldap",
    Levenshtein: "python-Levenshtein Levenshtein",
    magic: "python-magic",
    mpl_toolkits: "matplotlib",
    multipart: "python-multipart",
    MySQLdb: "mysqlclient",
    nacl: "PyNaCl",
    OpenSSL: "pyOpenSSL",
    past: "future",
    PIL: "Pillow",
    pkg_resources: "setuptools",
    pptx: "python-pptx",
    psycopg2: "psycopg2 psycopg2-binary",
    pylab: "matplotlib",
    pythoncom: "pywin32",
    pywintypes: "pywin32",
    rest_framework: "djangorestframework",
    ruamel: "ruamel.yaml",
    serial: "pyserial",
    skimage: "scikit-image",
    sklearn: "scikit-learn",
    slugify: "python-slugify",
    snappy: "python-snappy",
    socks: "PySocks",
    telegram: "python-telegram-bot",
    tensorflow: "tensorflow tensorflow-cpu tensorflow-gpu",
    usb: "pyusb",
    websocket: "websocket-client",
    win32api: "pywin32",
    win32con: "pywin32",
    win32gui: "pywin32",
    wx: "wxPython",
    yaml: "PyYAML",
    zmq: "pyzmq",
    _pytest: "pytest",
    _cffi_backend: "cffi",
    _typeshed: "mypy",
  }).map(([name, installed]) => [name.toLowerCase(), installed.split(" ").map(normalName)]),
);

const KNOWN_DISTRIBUTIONS: ReadonlySet<string> = new Set([...DISTRIBUTIONS.values()].flat());

/** Distributions that give one top-level module, of the same name. */
const WIDELY_KNOWN: ReadonlySet<string> = new Set(
  `
  aiofiles aiohttp aiosqlite alembic altair anyio anthropic arrow asgiref asyncpg backoff bcrypt blinker bokeh
  boto3 botocore bottle cachetools celery certifi chardet charset-normalizer click cloudpickle colorama
  cryptography cython dash dask datasets deepdiff distro django docker docutils duckdb elasticsearch
  environs faker fastapi filelock flask fsspec gevent greenlet gunicorn h11 h2 h5py html5lib httpcore
  httptools httpx huggingface-hub humanize hydra hypothesis idna itsdangerous jinja2 joblib jsonpatch jsonschema
  keras kombu langchain lightgbm llvmlite loguru lxml mako markdown markupsafe marshmallow matplotlib
  mistune more-itertools msgspec msgpack multidict mypy-extensions networkx nltk notebook numba numexpr numpy
  oauthlib openai openpyxl orjson outcome packaging pandas paramiko parso passlib pendulum pexpect
  pika platformdirs plotly pluggy polars portalocker prettytable prompt-toolkit psutil psycopg ptyprocess pyarrow
  pyasn1 pycparser pydantic pydantic-core pydantic-settings pygame pygments pymongo pymysql pyparsing pyproj
  pytz ray redis regex requests requests-oauthlib rich rsa s3transfer sanic scipy scrapy seaborn selenium
  shapely simplejson six sniffio sqlalchemy sqlmodel starlette statsmodels streamlit structlog sympy tabulate
  tenacity termcolor tokenizers toml tomlkit toolz torch torchaudio torchvision tornado tqdm transformers
  trio twisted typer typing-extensions tzdata tzlocal ujson urllib3 uvicorn uvloop virtualenv
  watchdog watchfiles wcwidth websockets werkzeug wrapt wtforms xgboost xlrd xlsxwriter xmltodict yarl zstandard
`
    .trim()
    .split(/\s+/),
);

/** What is run and not imported, or adds to what runs it. */
const TOOLS =
  /^(?:types-.*|.*-stubs|(?:pytest|flake8|sphinx|sphinxcontrib|mkdocs|mkdocs-material|hatch|hatchling|setuptools|tox|nox|mypy|coverage|pylint|poetry|pre-commit)(?:-.*)?|black|ruff|isort|pyright|basedpyright|bandit|build|twine|wheel|pip|pip-tools|uv|tomli|flit-core|pdm-backend|maturin|scikit-build-core|furo|zensical|codespell|autopep8|yapf|invoke|bump2version|commitizen|ipykernel|jupyter|jupyterlab)$/;

/** A distribution's name as PEP 503 compares it: `PyYAML` is `pyyaml`, `zope.interface` is `zope-interface`. */
export function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/**
 * Reads a requirement.
 *
 * @returns the normalised name, and the requirement without extras and markers; `undefined` where none is written
 */
export function requirementName(line: string): { normal: string; requirement: string } | undefined {
  const [, name, range] = REQUIREMENT.exec(line.trim()) ?? [];
  if (name === undefined) return undefined;
  const trimmed = range?.replace(/\s--.*$/, "").trim();
  return { normal: normalName(name), requirement: trimmed ? `${name} ${trimmed}` : name };
}

/**
 * What may have to be installed for an import, as normalised names: the import's own first.
 *
 * @param name the top-level module
 */
export function distributionsOf(name: string): string[] {
  const installed = DISTRIBUTIONS.get(name.toLowerCase()) ?? [];
  return [normalName(name), ...installed];
}

/**
 * Whether what has to be installed for an import is certain: the table of this file knows it, or it is a package that
 * is widely known under one name.
 */
export function isKnownImport(name: string): boolean {
  return DISTRIBUTIONS.has(name.toLowerCase()) || WIDELY_KNOWN.has(normalName(name));
}

/** Whether it is certain what code imports of a distribution, or that code imports nothing of it. */
export function isKnownDistribution(normal: string): boolean {
  return WIDELY_KNOWN.has(normal) || TOOLS.test(normal) || KNOWN_DISTRIBUTIONS.has(normal);
}
