import type { Usage } from "../../model/index.js";
import type { Agent, Desk } from "../port.js";
import { CALL_FORMAT, type CallRecords, keyOf } from "./records.js";

/** The same desk with another way to models. */
export function deskWith(desk: Desk, call: Desk["call"]): Desk {
  return {
    get folder() {
      return desk.folder;
    },
    tools: desk.tools,
    commands: desk.commands,
    judge: (act) => desk.judge(act),
    refuse: (tool, what, reason) => desk.refuse(tool, what, reason),
    use: (tool, argument) => desk.use(tool, argument),
    collect: () => desk.collect(),
    call,
  };
}

/** An agent whose answers are written as files before they are used. A later attempt of the same round writes over them. */
export function recording(agent: Agent, records: CallRecords): Agent {
  return {
    name: agent.name,
    kind: agent.kind,
    work(ticket, desk, signal) {
      let turn = 0;
      const call = <T>(request: unknown, ask: () => Promise<{ answer: T; usage: Usage }>) => {
        turn += 1;
        const key = keyOf(ticket, turn);
        return desk.call(request, async () => {
          const told = await ask();
          records.write({ format: CALL_FORMAT, ...key, agent: agent.name, request, ...told });
          return told;
        });
      };
      return agent.work(ticket, deskWith(desk, call), signal);
    },
  };
}
