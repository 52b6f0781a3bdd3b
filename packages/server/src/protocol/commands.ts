import { ErrorCodes, type ExecuteCommandParams, type Range, ResponseError } from "vscode-languageserver";
import { Mending } from "../features/actions/mending.js";
import { LENS_COMMANDS } from "../features/code-lenses.js";
import { codeReferences } from "../features/code-references.js";
import { declarationPlaces } from "../features/places.js";
import { contractReferences } from "../features/references.js";
import { editSupport, workspaceEdit } from "../features/workspace-edits.js";
import type { Contract } from "../session/contract.js";
import { renameEdit } from "./editing.js";
import { cursorOf, type Host, type Provider, pathOf, withCode } from "./host.js";

/** What clients can have carried out, by name; each takes one object or the arguments that a lens gives. */
const COMMANDS: Readonly<
  Record<
    string,
    (host: Host, args: readonly unknown[], token: Parameters<typeof withCode>[2]) => Promise<unknown>
  >
> = {
  "contractc.showKernel": async (host, [of]) => JSON.stringify(contractAt(host, of).kernel, null, 2),
  "contractc.showGraph": async (host, [of]) => host.options.graphPage(contractAt(host, of).kernel),
  [LENS_COMMANDS.drift]: async (host, [of]) => {
    const contracts = of === undefined ? [...host.session.contracts.values()] : [contractAt(host, of)];
    for (const contract of contracts) host.analysis.changed(contract, 0);
    for (const contract of contracts) await host.analysis.settled(contract);
    return contracts.map(({ root, findings, code }) => ({
      contract: host.session.uriOf(root),
      findings: findings.length,
      differences: code.findings.length,
    }));
  },
  "contractc.applyFix": async (host, [given], token) => {
    const { uri, fingerprint, title } = record(given);
    const path = pathOf(host, text(uri, "uri"));
    if (path === undefined) throw wrong("`uri` is no file.");
    await withCode(host, path, token);
    for (const contract of host.session.contractsOf(path)) {
      await host.analysis.settled(contract);
      const found = [...contract.findings, ...contract.code.findings].find(
        (each) => each.fingerprint === fingerprint,
      );
      if (!found) continue;
      const remedies = new Mending(host.session, contract, host.options.clock).remedies(found);
      const remedy = title === undefined ? remedies[0] : remedies.find((each) => each.title === title);
      if (remedy?.refused !== undefined) throw wrong(remedy.refused);
      const edit = remedy && workspaceEdit(host.session, remedy.edits, editSupport(host.client));
      if (!remedy || !edit) throw wrong("The finding has no such fix.");
      return (await host.connection.workspace.applyEdit({ label: remedy.title, edit })).applied;
    }
    throw wrong("There is no such finding any more.");
  },
  "contractc.rename": async (host, [given], token) => {
    const { uri, position, newName } = record(given);
    const cursor = cursorOf(host, {
      textDocument: { uri: text(uri, "uri") },
      position: position as Parameters<typeof cursorOf>[1]["position"],
    });
    if (!cursor) throw wrong("`uri` is no file that can be read.");
    await withCode(host, cursor.path, token);
    const edit = renameEdit(host, cursor, text(newName, "newName"), true);
    return edit === null
      ? false
      : (await host.connection.workspace.applyEdit({ label: "Rename", edit })).applied;
  },
  [LENS_COMMANDS.open]: async ({ connection, client }, [uri, range]) => {
    const target = { uri: text(uri, "uri"), selection: range as Range };
    if (client.window?.showDocument?.support !== true) return target;
    await connection.window.showDocument({ ...target, takeFocus: true });
    return target;
  },
  [LENS_COMMANDS.references]: async (host, [root, key]) => {
    const contract = contractAt(host, root);
    const address = text(key, "key");
    const { session } = host;
    return [
      ...contractReferences(session, { contract, key: address }),
      ...codeReferences(contract, address).map(({ file, start, end }) =>
        session.locationOf(contract.absolute(file.path), start, end),
      ),
      ...declarationPlaces({ contract, key: address }).map((place) => session.location(place)),
    ];
  },
  "contractc.contracts": async ({ session }) =>
    [...session.contracts.values()].map(({ root, kernel }) => ({
      uri: session.uriOf(root),
      name: kernel.name,
      version: kernel.version,
      modules: kernel.modules.length,
    })),
};

export const commands: Provider = {
  capabilities: () => ({ executeCommandProvider: { commands: Object.keys(COMMANDS) } }),
  register(connection, host) {
    connection.onExecuteCommand(async ({ command, arguments: given = [] }: ExecuteCommandParams, token) => {
      const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
      if (!run) throw new ResponseError(ErrorCodes.InvalidParams, `There is no command "${command}".`);
      return run(host(), given, token);
    });
  },
};

/** The contract that a root, the URI of one of its files, or an object with either stands for; else the only one. */
function contractAt({ session }: Host, of: unknown): Contract {
  const given = typeof of === "object" && of !== null && "uri" in of ? of.uri : of;
  if (given === undefined || given === null) {
    const [only, ...others] = session.contracts.values();
    if (only && others.length === 0) return only;
    throw wrong(
      only ? "There are several contracts: name one by the URI of a file." : "There is no contract.",
    );
  }
  const asked = text(given, "uri");
  const known = session.contracts.get(asked);
  if (known) return known;
  const path = session.pathOf(asked);
  const [contract] = path === undefined ? [] : session.contractsOf(path);
  if (!contract) throw wrong(`There is no contract of "${asked}".`);
  return contract;
}

function record(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== "object" || given === null) throw wrong("The command takes one object.");
  return { ...given };
}

function text(given: unknown, name: string): string {
  if (typeof given !== "string") throw wrong(`\`${name}\` is a text.`);
  return given;
}

function wrong(message: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}
