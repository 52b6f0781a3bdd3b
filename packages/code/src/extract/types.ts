import type { Address, Type, TypeParameter } from "@contractc/kernel";
import type { CodeFile, NameMeaning } from "../project/project.js";
import { nameWithin } from "../project/typescript/namespaces.js";
import type { CodeType, CodeTypeParameter } from "../reading/signature.js";
import { contractType, type LiftedType, liftType, type TypeScope } from "../types/index.js";
import { mapParts } from "../types/lifted.js";
import { erase } from "../types/normal.js";
import type { Extraction } from "./extraction.js";

/** Reads the types of one file as the contract will say them. */
export class TypeReader {
  constructor(
    private readonly extraction: Extraction,
    readonly scope: TypeScope,
    private readonly erased: readonly string[] = [],
  ) {}

  /** The reader inside of a generic declaration. */
  within(parameters: readonly CodeTypeParameter[], self?: LiftedType): TypeReader {
    const typeParameters = new Set(this.scope.typeParameters);
    for (const { name } of parameters) typeParameters.add(name);
    const scope = { ...this.scope, typeParameters, ...(self ? { self } : {}) };
    return new TypeReader(this.extraction, scope, this.erased);
  }

  /** The reader inside of a declaration whose type parameters the contract cannot name: each is `any`. */
  erasing(parameters: readonly CodeTypeParameter[]): TypeReader {
    if (parameters.length === 0) return this;
    const inner = this.within(parameters);
    return new TypeReader(this.extraction, inner.scope, [
      ...this.erased,
      ...parameters.map(({ name }) => name),
    ]);
  }

  /** The reader inside of a namespace of TypeScript. */
  inNamespace(file: CodeFile, namespace: string): TypeReader {
    const { project } = this.extraction;
    return new TypeReader(this.extraction, {
      ...this.scope,
      project: {
        files: project.files,
        ...(project.resolver ? { resolver: project.resolver } : {}),
        resolveName: (path, name) =>
          project.resolveName(path, path === file.path ? nameWithin(file, namespace, name) : name),
      },
    });
  }

  /** `any` where the code gives no type. */
  read(type: CodeType | undefined): Type {
    return type === undefined ? { kind: "primitive", name: "any" } : this.convert(liftType(type, this.scope));
  }

  convert(type: LiftedType): Type {
    return contractType(this.#named(erase(type, this.erased)));
  }

  /** Names what comes from packages and libraries: a type that has an external becomes a reference to it. */
  #named(type: LiftedType): LiftedType {
    const named = mapParts(type, (part) => this.#named(part));
    if (named.kind !== "foreign") return named;
    const { package: specifier } = named;
    // What a package exports by default has the name that the file gives it.
    const local = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(named.written?.text ?? "")?.[0];
    const name = named.name === "default" && local !== undefined ? local : named.name;
    const std = specifier === "" || this.extraction.isStandard(specifier);
    const arity = named.arguments.length;
    const target = this.extraction.externals.type(specifier, std, this.scope.language, name, arity);
    return target === undefined ? named : { kind: "reference", target, arguments: named.arguments };
  }

  #inFile(file = this.scope.file): TypeReader {
    return file === this.scope.file
      ? this
      : new TypeReader(this.extraction, { ...this.scope, file }, this.erased);
  }

  /** Type parameters with their bounds and defaults; nothing where there are none. */
  typeParameters(parameters: readonly CodeTypeParameter[]): { typeParameters?: TypeParameter[] } {
    if (parameters.length === 0) return {};
    return {
      typeParameters: parameters.map((parameter) => ({
        name: parameter.name,
        ...(parameter.bound ? { bound: this.#inFile(parameter.file).read(parameter.bound) } : {}),
        ...(parameter.default ? { default: this.read(parameter.default) } : {}),
      })),
    };
  }

  /** Those of a class or alias: Python lets all of them be left out where the type is named. */
  typeParametersOfType(parameters: readonly CodeTypeParameter[]): { typeParameters?: TypeParameter[] } {
    const read = this.typeParameters(parameters);
    if (this.scope.language !== "python") return read;
    for (const parameter of read.typeParameters ?? [])
      parameter.default ??= { kind: "primitive", name: "any" };
    return read;
  }

  /** @returns the address of the declared type that a dotted name stands for */
  address(name: string): Address | undefined {
    const meaning: NameMeaning = this.scope.project.resolveName(this.scope.file, name);
    return this.scope.addressOf(meaning, name);
  }
}
