import type { Address } from "@contractc/kernel";
import type { DriftContext } from "../../drift/context.js";
import { ExternalCollector } from "../../extract/externals.js";
import { Extraction } from "../../extract/extraction.js";
import type { PlannedModule } from "../../extract/plan.js";
import type { NameMeaning } from "../../project/project.js";

/** The contract says which externals there are: a type that it does not name of them is written as the code has it. */
class KnownExternals extends ExternalCollector {
  override type(): undefined {
    return undefined;
  }
}

/**
 * Reads code as `extract` does, in the names of a contract that is there: what it declares is named by its address; a
 * public type that it lacks by the address that it would get, which is noted; every other one is written verbatim.
 */
export class ContractExtraction extends Extraction {
  /** Public symbols that the contract has to declare for what has been read. */
  readonly needs = new Map<Address, { module: Address; file: string; name: string }>();

  constructor(
    readonly context: DriftContext,
    modules: readonly PlannedModule[],
  ) {
    super(context.project, modules, new KnownExternals([]));
  }

  override addressOf(meaning: NameMeaning, from: string, written: string): Address | undefined {
    const file = this.project.files.get(from);
    const known = file && this.context.addressOf(meaning, written, file);
    if (known !== undefined) return known;
    if (meaning.kind !== "symbol" || meaning.member !== undefined) return undefined;
    const module = this.module(meaning.file);
    if (!module) return undefined;
    for (const [name, offer] of this.offers(module)) {
      if (offer.file.path !== meaning.file || offer.symbol !== meaning.name) continue;
      const [symbol] = this.symbols(offer.file, offer.symbol);
      if (symbol?.kind !== "class" && symbol?.kind !== "enum" && symbol?.kind !== "alias") return undefined;
      const address = `${module.address}.${name}`;
      this.needs.set(address, { module: module.address, file: meaning.file, name: meaning.name });
      return address;
    }
    return undefined;
  }
}
