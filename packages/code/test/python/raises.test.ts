import { describe, expect, it } from "vitest";
import { functionOf } from "./read.js";

function raises(body: string, before = ""): string[] {
  const indented = body.replace(/^/gm, "    ");
  return functionOf(`${before}def f(given):\n${indented}\n`, "f").raises.map((one) => one.name);
}

describe("raises", () => {
  it("are the names that are raised, each once, as written", () => {
    expect(
      raises(
        "if given: raise ValueError('x') from None\nfor x in given:\n    while x:\n        raise errors.OutOfAmmo\nraise ValueError",
      ),
    ).toEqual(["ValueError", "errors.OutOfAmmo"]);
  });

  it("are neither variables nor raised again", () => {
    expect(
      raises(
        "try:\n    given()\nexcept OSError as error:\n    raise error\nexcept TypeError:\n    raise\nfailure = KeyError()\nraise failure",
      ),
    ).toEqual([]);
    expect(raises("raise given")).toEqual([]);
    expect(raises("for error in given:\n    raise error")).toEqual([]);
  });

  it("include exceptions with lower-case names", () => {
    expect(raises("raise socket.timeout()")).toEqual(["socket.timeout"]);
    expect(raises("raise make_error(1)")).toEqual(["make_error"]);
  });

  it("do not include what is caught around them", () => {
    expect(raises("try:\n    raise KeyError(1)\nexcept KeyError:\n    pass")).toEqual([]);
    expect(
      raises("try:\n    raise KeyError(1)\nexcept (ValueError, LookupError) as error:\n    pass"),
    ).toEqual([]);
    expect(raises("try:\n    raise KeyError(1)\nexcept:\n    pass")).toEqual([]);
    expect(
      raises(
        "try:\n    try:\n        raise KeyError(1)\n    except ValueError:\n        pass\nexcept Exception:\n    pass",
      ),
    ).toEqual([]);
    expect(
      raises("with contextlib.suppress(KeyError):\n    raise KeyError(1)", "import contextlib\n"),
    ).toEqual([]);
    expect(raises("try:\n    raise SystemExit(1)\nexcept Exception:\n    pass")).toEqual(["SystemExit"]);
    expect(raises("try:\n    raise KeyError(1)\nexcept ValueError:\n    pass")).toEqual(["KeyError"]);
  });

  it("follow the bases of the file's own exceptions", () => {
    const classes = "class Base(Exception): pass\nclass Low(Base): pass\nclass Other(BaseException): pass\n";
    expect(raises("try:\n    raise Low\nexcept Base:\n    pass", classes)).toEqual([]);
    expect(raises("try:\n    raise Base\nexcept Low:\n    pass", classes)).toEqual(["Base"]);
    expect(raises("try:\n    raise Other\nexcept Exception:\n    pass", classes)).toEqual(["Other"]);
  });

  it("include what a handler lets through, and what is raised outside the protected block", () => {
    expect(raises("try:\n    raise KeyError(1)\nexcept KeyError:\n    log()\n    raise")).toEqual([
      "KeyError",
    ]);
    expect(raises("try:\n    raise KeyError(1)\nexcept KeyError as e:\n    raise e")).toEqual(["KeyError"]);
    expect(
      raises(
        "try:\n    given()\nexcept KeyError:\n    raise TypeError\nelse:\n    raise KeyError\nfinally:\n    raise OSError",
      ),
    ).toEqual(["TypeError", "KeyError", "OSError"]);
  });

  it("do not include those of functions inside", () => {
    expect(raises("def inner(): raise KeyError\nreturn lambda: inner()")).toEqual([]);
  });
});
