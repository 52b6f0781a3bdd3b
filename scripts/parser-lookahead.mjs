// What a grammar's elements may begin with, and how to tell alternatives apart by it.

/**
 * The sequences of at most `depth` tokens that a list of elements may begin with. A sequence that is shorter is
 * one after which the list may be over.
 */
export function sequencesOf(elements, depth) {
  if (depth === 0) return [[]];
  let open = [[]];
  const done = [];
  for (const element of elements) {
    const next = open.flatMap((prefix) =>
      sequencesOfElement(element, depth - prefix.length).map((sequence) => [...prefix, ...sequence]),
    );
    done.push(...next.filter((sequence) => sequence.length === depth));
    open = unique(next.filter((sequence) => sequence.length < depth));
    if (open.length === 0) break;
  }
  return unique([...done, ...open]);
}

function sequencesOfElement(element, depth) {
  if (depth === 0) return [[]];
  const once = sequencesOnce(element, depth);
  switch (element.cardinality) {
    case "?":
      return unique([[], ...once]);
    case "*":
      return unique([[], ...repeated(once, depth)]);
    case "+":
      return repeated(once, depth);
    default:
      return once;
  }
}

function repeated(once, depth) {
  let all = once;
  for (let length = 1; length < depth; length++) {
    all = unique([
      ...all,
      ...all.flatMap((start) => once.map((more) => [...start, ...more].slice(0, depth))),
    ]);
  }
  return all;
}

function sequencesOnce(element, depth) {
  switch (element.$type) {
    case "Group":
      return sequencesOf(element.elements, depth);
    case "Alternatives":
      return unique(element.elements.flatMap((each) => sequencesOfElement(each, depth)));
    case "Keyword":
      return [[element.value]];
    case "Action":
      return [[]];
    case "Assignment":
      return sequencesOfElement(element.terminal, depth);
    case "RuleCall":
      return rule(element.rule.ref, depth);
    default:
      throw new Error(`No lookahead for ${element.$type}`);
  }
}

const known = new Map();

function rule(called, depth) {
  if (called.$type === "TerminalRule") return [[called.name]];
  const key = `${called.name} ${depth}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  // A rule that is met again within itself has read a token by then, so less is asked of it: grammars of Langium
  // have no left recursion.
  const result = sequencesOfElement(called.definition, depth);
  known.set(key, result);
  return result;
}

function unique(sequences) {
  return [...new Map(sequences.map((each) => [keyOf(each), each])).values()];
}

/** A key for a sequence; tokens hold no spaces. */
export function keyOf(sequence) {
  return sequence.join(" ");
}

/**
 * A tree of tokens that leads to the number of the alternative to take.
 *
 * @param choices for each alternative the sequences it may begin with
 * @throws Error where the sequences do not tell alternatives apart
 */
export function decision(choices) {
  return decide(choices.map((sequences, index) => ({ index, sequences })));
}

function decide(choices) {
  if (choices.length === 1) return choices[0].index;
  const tokens = new Set(choices.flatMap(({ sequences }) => sequences.flatMap(([first]) => first ?? [])));
  const ended = choices.filter(({ sequences }) => sequences.some((each) => each.length === 0));
  if (ended.length > 1 || tokens.size === 0) {
    throw new Error(`Alternatives ${choices.map((each) => each.index).join(" and ")} begin alike`);
  }
  const next = new Map();
  for (const token of tokens) {
    const left = choices.flatMap(({ index, sequences }) => {
      const own = sequences.filter(([first]) => first === token).map((each) => each.slice(1));
      return own.length > 0 ? [{ index, sequences: own }] : [];
    });
    next.set(token, decide(left));
  }
  return { next, otherwise: ended[0]?.index };
}
