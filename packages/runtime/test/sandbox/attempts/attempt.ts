import type { Limit } from "../../../src/sandbox/index.js";

/** A program that tries to get out, or to take what is not its own. */
export interface Attempt {
  name: string;
  language: "python" | "node";
  /** Uses `attempt` of the helper: it prints ESCAPED where something that must not work does. */
  program: string;
  /** What the run must show of it; `denied` is matched against the lines of what was refused. */
  evidence: { denied?: RegExp; limit?: Limit | Limit[]; exit?: number; output?: RegExp };
  /** Limits tighter than usual. */
  limits?: { milliseconds?: number; memoryBytes?: number; processes?: number; outputBytes?: number };
}

export const PYTHON_HELPER = `
import os, sys
FOLDER, HOME, PID, PORT = os.environ["HOST_FOLDER"], os.environ["HOST_HOME"], int(os.environ["HOST_PID"]), int(os.environ["HOST_PORT"])
def attempt(what, action):
    try:
        result = action()
    except BaseException as error:
        print(f"{what}: {type(error).__name__}: {error}", flush=True)
        return None
    print(f"ESCAPED {what}: {result!r}", flush=True)
    return result
def checked(code):
    import ctypes
    if code == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return code
def libc():
    import ctypes
    return ctypes.CDLL(None, use_errno=True)
`;

export const NODE_HELPER = `
export const { HOST_FOLDER: FOLDER, HOST_HOME: HOME, HOST_PID: PID, HOST_PORT: PORT } = process.env;
export async function attempt(what, action) {
  try {
    console.log("ESCAPED " + what + ": " + String(await action()));
  } catch (error) {
    console.log(what + ": " + error);
  }
}
`;
