import type { Field, Member } from "@contractc/kernel";
import type { CodeMember, CodeParameter, CodeSignature, CodeSignatures, Span } from "../reading/signature.js";
import type { OwnedMember } from "./code-class.js";
import type { Group } from "./declarations.js";
import type { Callable } from "./functions.js";
import type { Definition, LocatedModule } from "./locate.js";
import type { ClassPair } from "./members.js";
import type { Subject } from "./subject.js";

/**
 * What is being compared when a finding is reported: both sides, from the module down to the signature. Whoever mends the
 * finding needs them, and a finding says only their texts.
 */
export interface Comparison {
  located?: LocatedModule;
  group?: Group;
  definition?: Definition;
  /** A class with its code. */
  pair?: ClassPair;
  /** A member of the class; of overloads each. */
  members?: readonly [Member, ...Member[]];
  owned?: OwnedMember;
  /** A constructor's parameter that stands for a field. */
  parameter?: CodeParameter;
  field?: Field;
  /** A member that the contract does not declare. */
  unlisted?: CodeMember;
  /** Of the declaration, member or signature. */
  subject?: Subject;
  /** A function, method or constructor: all that the contract declares of it. */
  callables?: readonly [Callable, ...Callable[]];
  code?: CodeSignatures & { nameSpan: Span };
  /** One signature of them. */
  callable?: Callable;
  signature?: CodeSignature;
}
