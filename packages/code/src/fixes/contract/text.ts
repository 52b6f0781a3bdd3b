import {
  type Address,
  type ClassLike,
  type Declaration,
  type Member,
  type PrintOptions,
  printDeclarations,
  printHeading,
  printMember,
  printWholeMember,
  references,
} from "@contractc/kernel";
import type { LocatedModule } from "../../drift/locate.js";
import { declarationsOf, typesOf, withMarks } from "../../extract/declarations.js";
import type { PlannedModule } from "../../extract/plan.js";
import type { CodeSymbol } from "../../reading/signature.js";
import type { FixContext } from "../context.js";
import type { ActionDraft } from "../remedy.js";
import { ContractExtraction } from "./extraction.js";

/** Writes what one finding changes of a contract, and what has to change with it. */
export class ContractWriter {
  readonly extraction: ContractExtraction;
  readonly #declared: ReadonlySet<Address>;

  constructor(
    readonly fix: FixContext,
    readonly modules: readonly LocatedModule[],
  ) {
    this.extraction = new ContractExtraction(fix.drift, modules.flatMap(planOf));
    this.#declared = new Set(fix.kernel.modules.map(({ address }) => address));
  }

  options(module: Address): PrintOptions {
    return { ...this.fix.names.optionsIn(module), annotations: true };
  }

  /** The declarations of symbols of the code, as `extract` writes them. */
  read(module: Address, name: string, file: string, symbols: readonly CodeSymbol[]): Declaration[] {
    const code = this.fix.project.files.get(file);
    const plan = this.extraction.module(file);
    if (!code || !plan || plan.address !== module) return [];
    const found = declarationsOf(symbols, name, plan, typesOf(code, this.extraction), this.extraction);
    return found.map((declaration) => withMarks(declaration, symbols, false));
  }

  /** A declaration's first line, for an update that leaves members, docs and clauses as they are. */
  heading(module: Address, declaration: Declaration): string {
    return printHeading(declaration, this.options(module));
  }

  member(module: Address, member: Member): string {
    return printMember(member, this.options(module));
  }

  whole(module: Address, declarations: readonly Declaration[]): string {
    return printDeclarations(declarations, this.fix.names.optionsIn(module)).trim();
  }

  wholeMember(module: Address, member: Member): string {
    return printWholeMember(member, this.fix.names.optionsIn(module)).trim();
  }

  /**
   * Actions with those that they need: types of the same code that the contract lacks, and the `uses` that make the
   * named types reachable.
   *
   * @param changed the declarations that the actions write, or a class with the members that they write
   */
  complete(module: Address, changed: readonly Declaration[], actions: readonly ActionDraft[]): ActionDraft[] {
    const before: ActionDraft[] = [];
    const seen = new Set<Address>(changed.map(({ address }) => address));
    const visit = (home: Address, declarations: readonly Declaration[]) => {
      for (const target of references(declarations)) {
        const owner = target.slice(0, target.lastIndexOf("."));
        if (owner !== home && !this.fix.names.edges(home).some(({ to }) => to === owner)) {
          const name = this.fix.names.moduleName(owner);
          add(before, { op: "add", target: home, content: `uses type ${name}` });
        }
        const need = this.extraction.needs.get(target);
        if (!need || seen.has(target) || this.fix.drift.declarations.get(target)) continue;
        seen.add(target);
        const symbols = this.extraction.symbols(this.fix.project.files.get(need.file)!, need.name);
        const needed = this.read(need.module, target.slice(owner.length + 1), need.file, symbols);
        if (needed.length === 0 || !this.#declared.has(need.module)) continue;
        visit(need.module, needed);
        add(before, { op: "add", target: need.module, content: this.whole(need.module, needed) });
      }
    };
    visit(module, changed);
    return [...before, ...actions];
  }
}

function add(actions: ActionDraft[], action: ActionDraft): void {
  const isThere = actions.some((each) => each.target === action.target && each.content === action.content);
  if (!isThere) actions.push(action);
}

/** A class that holds nothing but the given members, to tell what they refer to. */
export function holding(owner: ClassLike, members: Member[]): ClassLike {
  const { kind, name, address } = owner;
  return { kind, name, address, members };
}

function planOf({ module, entry, files }: LocatedModule): PlannedModule[] {
  const file = entry ?? files[0];
  if (!file) return [];
  return [{ name: module.name, address: module.address, path: module.path, file, files }];
}
