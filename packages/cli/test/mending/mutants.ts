import type { CodeClass, CodeSignature, ModuleSignature, Span } from "@contractc/code";

/** One change of a conforming file. */
export interface Mutant {
  what: string;
  text: string;
  /** Its fix gives the file back as it was, to the byte. */
  exact: boolean;
}

/** Every single change of a file that its syntax suggests, in the order of the text. */
export function mutantsOf(text: string, { symbols, language }: ModuleSignature): Mutant[] {
  const found: Mutant[] = [];
  const add = (what: string, edits: (Span & { text: string })[], exact: boolean) => {
    let mutated = text;
    for (const { start, end, text: by } of edits.toSorted((a, b) => b.start - a.start))
      mutated = mutated.slice(0, start) + by + mutated.slice(end);
    if (mutated !== text) found.push({ what, text: mutated, exact });
  };
  const at = ({ start, end }: Span, by: string) => ({ start, end, text: by });
  const other = (written: string) => {
    const [string, number] = language === "python" ? ["str", "bytes"] : ["string", "boolean"];
    return written === string ? number! : string!;
  };
  const rename = (whole: Span, from: string, to: string, what: string, exact: boolean) => {
    const names = [...text.slice(whole.start, whole.end).matchAll(new RegExp(`(?<![.\\w])${from}\\b`, "g"))];
    add(
      what,
      names.map(({ index }) =>
        at({ start: whole.start + index, end: whole.start + index + from.length }, to),
      ),
      exact,
    );
  };

  const signature = (name: string, one: CodeSignature, whole: Span, nameSpan: Span) => {
    const { parameters, parameterSpan } = one;
    const used = (parameter: string) =>
      new RegExp(`\\b${parameter}\\b`).test(text.slice(parameterSpan.end, whole.end));
    for (const [index, parameter] of parameters.entries()) {
      const { type, default: value, nameSpan: own } = parameter;
      const shown = `${name}(${parameter.name})`;
      if (type) add(`retype ${shown}`, [at(type, other(text.slice(type.start, type.end)))], true);
      rename(whole, parameter.name, `${parameter.name}_2`, `rename ${shown}`, true);
      if (value) {
        const literal = value.text === "3" ? "4" : value.text === "None" ? undefined : "3";
        if (literal !== undefined) add(`another default of ${shown}`, [at(value, literal)], true);
        const from = type?.end ?? own.end;
        add(`no default of ${shown}`, [at({ start: from, end: value.end }, "")], true);
      }
      const [before, next] = [parameters[index - 1], parameters[index + 1]];
      const span = next
        ? { start: parameter.start, end: next.start }
        : { start: before?.end ?? parameter.start, end: parameter.end };
      if (!/[*/]/.test(text.slice(span.start, span.end))) {
        add(`drop ${shown}`, [at(span, "")], false);
        if (next && !next.default === !value && parameter.kind === next.kind)
          add(
            `swap ${shown}`,
            [
              at(parameter, text.slice(next.start, next.end)),
              at(next, text.slice(parameter.start, parameter.end)),
            ],
            true,
          );
      }
      if (!used(parameter.name) && type && language === "python" && parameter.kind === "standard")
        add(`no annotation of ${shown}`, [at({ start: own.end, end: type.end }, "")], true);
    }
    const last = parameters.at(-1);
    if (last && last.kind !== "variadic" && last.kind !== "keyword-variadic") {
      const extra = language === "python" ? ", extra: int = 0" : ", extra: number = 0";
      add(`a parameter more of ${name}`, [at({ start: last.end, end: last.end }, extra)], true);
    }
    if (one.result) {
      const written = text.slice(one.result.start, one.result.end);
      if (!/^Promise/.test(written))
        add(`retype the result of ${name}`, [at(one.result, other(written))], true);
    }
    const def = text.lastIndexOf(language === "python" ? "def " : "function ", nameSpan.start);
    if (language === "python" && def >= whole.start) {
      if (one.async) {
        const body = text.slice(parameterSpan.end, whole.end);
        if (!/\bawait\b/.test(body)) add(`not async ${name}`, [at({ start: def - 6, end: def }, "")], true);
      } else add(`async ${name}`, [at({ start: def, end: def }, "async ")], true);
    }
  };

  const classLike = (symbol: CodeClass) => {
    for (const member of symbol.members) {
      const name = `${symbol.name}.${member.name}`;
      if (member.kind === "field") {
        const { type, default: value, origin } = member;
        if (origin !== "declaration") continue;
        if (type) add(`retype ${name}`, [at(type, other(text.slice(type.start, type.end)))], true);
        if (value) add(`another default of ${name}`, [at(value, "77")], true);
        const line = {
          start: text.lastIndexOf("\n", member.span.start) + 1,
          end: text.indexOf("\n", member.span.end) + 1,
        };
        if (symbol.members.length > 1) add(`drop ${name}`, [at(line, "")], false);
        continue;
      }
      for (const one of member.signatures) signature(name, one, member.span, member.nameSpan);
      if (member.kind === "method") add(`rename ${name}`, [at(member.nameSpan, `${member.name}s`)], true);
    }
    for (const base of symbol.extends) {
      if (
        language === "python" &&
        symbol.extends.length === 1 &&
        text[base.start - 1] === "(" &&
        text[base.end] === ")"
      )
        add(`no base of ${symbol.name}`, [at({ start: base.start - 1, end: base.end + 1 }, "")], true);
    }
  };

  for (const symbol of symbols) {
    switch (symbol.kind) {
      case "function":
        for (const one of symbol.signatures) signature(symbol.name, one, symbol.span, symbol.nameSpan);
        rename({ start: 0, end: text.length }, symbol.name, `${symbol.name}s`, `rename ${symbol.name}`, true);
        add(`drop ${symbol.name}`, [at(symbol.span, "")], false);
        break;
      case "class":
        classLike(symbol);
        break;
      case "enum":
        for (const member of symbol.members)
          if (member.value) add(`another value of ${member.name}`, [at(member.value, '"other"')], true);
        break;
      case "variable":
        if (symbol.value) add(`another value of ${symbol.name}`, [at(symbol.value, "99")], true);
        break;
    }
  }
  return found;
}
