// A small agent that speaks the Agent Client Protocol: it carries out the steps that its only argument lists.
import { readFileSync, writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";

const steps = JSON.parse(readFileSync(process.argv[2], "utf8"));
const OPTIONS = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: {},
    authMethods: [],
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    process.chdir(params.cwd);
    return { sessionId: "s1" };
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const say = (text) =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
      });
    const log = [];
    for (const step of steps) {
      try {
        if (step.say !== undefined) await say(step.say);
        if (step.tool) {
          await client.notify(methods.client.session.update, {
            sessionId,
            update: {
              sessionUpdate: "tool_call",
              toolCallId: "t",
              title: step.tool.title ?? "tool",
              kind: step.tool.kind,
            },
          });
          const { outcome } = await client.request(methods.client.session.requestPermission, {
            sessionId,
            toolCall: { toolCallId: "t", title: "tool", ...step.tool },
            options: OPTIONS,
          });
          log.push(outcome.outcome === "selected" ? outcome.optionId : outcome.outcome);
        }
        if (step.read) {
          const { content } = await client.request(methods.client.fs.readTextFile, {
            sessionId,
            ...step.read,
          });
          log.push(content);
        }
        if (step.write) {
          await client.request(methods.client.fs.writeTextFile, { sessionId, ...step.write });
          log.push("written");
        }
        if (step.put) writeFileSync(step.put.path, step.put.content);
        if (step.wait) await new Promise((resolve) => setTimeout(resolve, step.wait));
        if (step.exit !== undefined) process.exit(step.exit);
        if (step.log)
          await say(`${step.log}${JSON.stringify({ log, asked: prompt[0].text.includes("# Goal") })}`);
        if (step.stop) return { stopReason: step.stop };
      } catch (error) {
        log.push(`error: ${error.message}`);
      }
    }
    return { stopReason: "end_turn" };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
