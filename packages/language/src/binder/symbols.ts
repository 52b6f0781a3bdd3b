import type { Address, DeclarationKind, Language } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";

/*
 * What a contract's names stand for. Symbols are made per file and know nothing of other files: a package cannot
 * be continued in a second file, so every address follows from the file alone.
 */

export interface PackageSymbol {
  kind: "package";
  name: string;
  address: Address;
  node: ast.Package;
  source: Source;
  parent: PackageSymbol | null;
  /** As written, joined with those of the packages around it and normalised; not yet checked. */
  path: string;
  children: Map<string, PackageSymbol | ModuleSymbol>;
}

export interface ModuleSymbol {
  kind: "module";
  name: string;
  address: Address;
  node: ast.Module;
  source: Source;
  parent: PackageSymbol | null;
  path: string;
  folder: boolean;
  /** As its extension tells; a folder's follows from the targets. */
  language: Language | undefined;
  declarations: DeclarationTable;
}

export interface ExternalSymbol {
  kind: "external";
  name: string;
  address: Address;
  node: ast.External;
  source: Source;
  declarations: DeclarationTable;
}

/** By name; several for overloads, and for a type and a value of one name. In source order. */
export type DeclarationTable = Map<string, DeclarationSymbol[]>;

export interface DeclarationSymbol {
  kind: DeclarationKind;
  name: string;
  address: Address;
  node: ast.Declaration;
  owner: ModuleSymbol | ExternalSymbol;
  internal: boolean;
  /** A bare `type X` of an external: nothing is known of it. */
  opaque: boolean;
}

export type DeclarationOwner = ModuleSymbol | ExternalSymbol;
export type ContainerSymbol = PackageSymbol | ModuleSymbol | ExternalSymbol;

/** A named part of the constraint projection or of the settings. */
export interface NamedSymbol<N> {
  name: string;
  node: N;
  source: Source;
}

/** Something without a name, or whose names are resolved from where it stands. */
export interface PlacedNode<N> {
  node: N;
  source: Source;
  /** The package it stands in. */
  container: PackageSymbol | null;
}

/** Everything one file declares. */
export interface FileSymbols {
  source: Source;
  /** Packages, modules and externals at the top of the file, in source order. */
  top: ContainerSymbol[];
  packages: PackageSymbol[];
  modules: ModuleSymbol[];
  externals: ExternalSymbol[];
  targets: NamedSymbol<ast.Target>[];
  requirements: NamedSymbol<ast.Requirement>[];
  qualities: NamedSymbol<ast.Quality>[];
  roles: NamedSymbol<ast.Role>[];
  decisions: NamedSymbol<ast.Decision>[];
  flows: (NamedSymbol<ast.Flow> & PlacedNode<ast.Flow>)[];
  risks: PlacedNode<ast.Risk>[];
  questions: PlacedNode<ast.Question>[];
  layers: PlacedNode<ast.Layers>[];
  forbids: PlacedNode<ast.Forbid>[];
  independents: PlacedNode<ast.Independent>[];
}

/** A node with a name of its own. */
export type NamedNode = AstNode & { name: string };
