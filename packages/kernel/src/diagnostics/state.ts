import { diagnostic } from "./define.js";
import { module } from "./words.js";

const PHASES = (transitions: string) => module(`states Phase initial Menu final Over {\n${transitions}}`);
const COMPLETE = "  Menu -> Playing on start\n  Playing -> Over on hit\n";

/** State spaces. */
export const stateDiagnostics = {
  "state/unreachable": diagnostic<{
    state: string;
    space: string;
    initial?: string;
    /** The state that was probably meant, for one that is named a single time. */
    near?: string;
  }>({
    severity: "warning",
    title: "A state that is never entered",
    message: ({ state, space, initial, near }) =>
      near !== undefined
        ? `The state \`${state}\` of \`${space}\` is named only here, and nothing leads to it: did you mean \`${near}\`?`
        : `Nothing leads to the state \`${state}\` of \`${space}\`${initial === undefined ? "" : ` from \`${initial}\``}: add a transition to it, or remove it.`,
    explanation:
      "A state is reachable when transitions lead to it from the initial one. One that is not is usually a name with a " +
      "typing mistake, or what is left of an earlier design.",
    wrong: PHASES(`${COMPLETE}  Paused -> Playing on start\n`),
    right: PHASES(`${COMPLETE}  Playing -> Paused on pause\n  Paused -> Playing on start\n`),
  }),

  "state/dead-end": diagnostic<{ state: string; space: string; final: readonly string[] }>({
    severity: "warning",
    title: "A state that never comes to an end",
    message: ({ state, space, final }) =>
      `From the state \`${state}\` of \`${space}\` no transitions lead to ${final.map((each) => `\`${each}\``).join(" or ")}: add one, or declare it \`final\`.`,
    explanation:
      "Where a state space has final states, each of its states must be able to reach one. A space that goes on for " +
      "ever has no `final`.",
    wrong: PHASES(`${COMPLETE}  Playing -> Paused on pause\n`),
    right: PHASES(`${COMPLETE}  Playing -> Paused on pause\n  Paused -> Playing on start\n`),
  }),

  "state/ambiguous": diagnostic<{
    state: string;
    space: string;
    trigger: string;
    targets: readonly [string, string];
  }>({
    severity: "error",
    title: "A state that branches twice on one trigger",
    message: ({ state, space, trigger, targets: [first, second] }) => {
      const on = trigger === "" ? "without a trigger" : `on \`${trigger}\``;
      return first === second
        ? `\`${state} -> ${first}\` of \`${space}\` stands twice ${on}: remove one of the two.`
        : `\`${state}\` of \`${space}\` goes to \`${first}\` and to \`${second}\` ${on}: give one of them another trigger.`;
    },
    explanation:
      "What follows a state on a trigger must be one state, or nobody can tell what the code is to do.",
    wrong: PHASES(`${COMPLETE}  Playing -> Menu on hit\n`),
    right: PHASES(`${COMPLETE}  Playing -> Menu on leave\n`),
  }),
};
