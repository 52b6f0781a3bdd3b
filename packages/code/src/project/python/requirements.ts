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
