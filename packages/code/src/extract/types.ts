import type { Address, Type, TypeParameter } from "@contractc/kernel";
import type { NameMeaning } from "../project/project.js";
import type { CodeType, CodeTypeParameter } from "../reading/signature.js";
import { contractType, type LiftedType, liftType, type TypeScope } from "../types/index.js";
import type { Extraction } from "./extraction.js";

/** Reads the types of one file as the contract will say them. */
export class TypeReader {
  constructor(
    private readonly extraction: Extraction,
    readonly scope: TypeScope,
  ) {}

  /** The reader inside of a generic declaration. */
  within(parameters: readonly CodeTypeParameter[], self?: LiftedType): TypeReader {
    const typeParameters = new Set(this.scope.typeParameters);
    for (const { name } of parameters) typeParameters.add(name);
    return new TypeReader(this.extraction, { ...this.scope, typeParameters, ...(self ? { self } : {}) });
  }

  /** `any` where the code gives no type. */
  read(type: CodeType | undefined): Type {
    return type === undefined ? { kind: "primitive", name: "any" } : this.convert(liftType(type, this.scope));
  }

  convert(type: LiftedType): Type {
    return contractType(this.#named(type));
  }

  /** Names what comes from packages and libraries: a type that has an external becomes a reference to it. */
  #named(type: LiftedType): LiftedType {
    const inner = (part: LiftedType) => this.#named(part);
    switch (type.kind) {
      case "foreign": {
        const { language } = this.scope;
        const { package: specifier, name } = type;
        const std = specifier === "" || this.extraction.isStandard(specifier);
        const target = this.extraction.externals.type(specifier, std, language, name, type.arguments.length);
        return target === undefined
          ? type
          : { kind: "reference", target, arguments: type.arguments.map(inner) };
      }
      case "apply":
      case "reference":
        return { ...type, arguments: type.arguments.map(inner) };
      case "optional":
        return { ...type, type: inner(type.type) };
      case "union":
        return { ...type, members: type.members.map(inner) };
      case "function":
        return {
          ...type,
          parameters: type.parameters.map((parameter) => ({ ...parameter, type: inner(parameter.type) })),
          result: inner(type.result),
        };
      default:
        return type;
    }
  }

  /** Type parameters with their bounds and defaults; nothing where there are none. */
  typeParameters(parameters: readonly CodeTypeParameter[]): { typeParameters?: TypeParameter[] } {
    if (parameters.length === 0) return {};
    return {
      typeParameters: parameters.map((parameter) => ({
        name: parameter.name,
        ...(parameter.bound ? { bound: this.read(parameter.bound) } : {}),
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
