import type { Node } from "web-tree-sitter";
import type { CodeField, CodeMember, CodeMethod } from "../reading/signature.js";
import type { ClassShape } from "./class-forms.js";
import { type Decorated, decoratorKnownAs } from "./decorators.js";
import { isDunder, slotNames, unqualify, visibilityOf } from "./fields.js";
import { type Definition, type DefinitionPlace, isAbstract, readDefinition } from "./functions.js";
import { defaultOf } from "./literals.js";
import { type Collected, joinOverload, signaturesOf } from "./overloads.js";
import { field, type Source, spanOf, targetsOf } from "./source.js";
import type { Statement } from "./statements.js";

const STATIC = new Set(["staticmethod", "abstractstaticmethod"]);
const CLASS = new Set(["classmethod", "abstractclassmethod"]);
const PROPERTY = new Set(["property", "abstractproperty", "cached_property", "hybrid_property", "cached"]);
/** Methods that Python itself calls on the class, without a decorator. */
const IMPLICIT_CLASS = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);
const ACCESSOR = /^(?:.*\.)?([^.]+)\.(setter|deleter|getter)$/;

/** The members of one class while it is read. The first definition of a name counts. */
export class MemberTable {
  private readonly members = new Map<string, CodeMember>();
  private readonly methods = new Map<string, Collected<CodeMethod>>();
  /** `self.x = …` of all methods, in order; what the class body declares goes before them. */
  private readonly attributes: CodeField[] = [];
  private readonly slots: CodeField[] = [];

  constructor(
    private readonly source: Source,
    private readonly shape: ClassShape,
  ) {}

  /** In source order. */
  finish(): CodeMember[] {
    for (const attribute of [...this.attributes, ...this.slots]) this.addField(attribute);
    // With both, `__init__` says how the class is built.
    const made = this.members.get("__new__");
    if (made?.kind === "constructor" && this.members.has("__init__")) made.kind = "method";
    return [...this.members.values()].sort((a, b) => a.nameSpan.start - b.nameSpan.start);
  }

  get(name: string): CodeMember | undefined {
    return this.members.get(name);
  }

  /** Adds a field, or what it says beyond an earlier declaration of the same name. */
  addField(added: CodeField): void {
    const known = this.members.get(added.name);
    if (!known) {
      this.members.set(added.name, added);
      return;
    }
    if (known.kind !== "field" || known.origin === "property") return;
    if (!known.type && added.type) known.type = added.type;
    if (!known.default && added.default && added.origin !== "self") known.default = added.default;
    if (known.doc === undefined && added.doc !== undefined) known.doc = added.doc;
  }

  addSlots(right: Node): void {
    for (const { name, span } of slotNames(right, this.source)) {
      if (isDunder(name)) continue;
      const common = { name, nameSpan: span, span, visibility: visibilityOf(name), decorators: [] };
      this.slots.push({ kind: "field", origin: "declaration", ...common });
    }
  }

  /** `b = a` where `a` is a method above. */
  addAlias(name: Node, target: string, statement: Node): boolean {
    const method = this.members.get(target);
    if (method?.kind !== "method") return false;
    const text = this.source.textOf(name);
    if (this.members.has(text)) return true;
    const own = {
      name: text,
      nameSpan: spanOf(name),
      span: spanOf(statement),
      visibility: visibilityOf(text),
    };
    this.members.set(text, { ...method, ...own });
    return true;
  }

  addDefinition(found: Decorated, statement: Statement): void {
    const { decorators } = found;
    const accessor = decorators.map((one) => ACCESSOR.exec(one.name)).find((match) => match !== null);
    const isStatic = decoratorKnownAs(decorators, STATIC, this.source) !== undefined;
    const isClass = decoratorKnownAs(decorators, CLASS, this.source) !== undefined;
    const name = field(found.definition, "name");
    const implicit = name !== null && name !== undefined && IMPLICIT_CLASS.has(this.source.textOf(name));
    const place: DefinitionPlace = {
      receiver: isStatic ? "none" : isClass || implicit ? "class" : "instance",
      bodiless: this.shape.form === "interface" || statement.mode === "type",
      bound: new Set(this.shape.typeParameters.map((parameter) => parameter.name)),
    };
    const definition = readDefinition(found, this.source, place);
    if (!definition) return;
    this.collectAttributes(definition);
    if (accessor) this.addAccessor(definition, accessor[1] as string, accessor[2] as string);
    else if (decoratorKnownAs(decorators, PROPERTY, this.source) && !isStatic) this.addProperty(definition);
    else this.addMethod(definition, statement, isStatic, isClass);
  }

  private addMethod(definition: Definition, statement: Statement, isStatic: boolean, isClass: boolean): void {
    const { name } = definition;
    const collected = this.methods.get(name);
    if (collected && joinOverload(collected, definition, statement.branches)) return;
    const known = this.members.get(name);
    // Defined again without a condition, the later one counts; a declared field of that name stays.
    if (known && (known.kind === "field" || statement.branches.length > 0)) return;
    const method: CodeMethod = {
      kind: name === "__init__" || name === "__new__" ? "constructor" : "method",
      name,
      nameSpan: definition.nameSpan,
      span: definition.span,
      visibility: visibilityOf(name),
      decorators: definition.decorators,
      ...signaturesOf(definition),
    };
    if (definition.doc !== undefined) method.doc = definition.doc;
    if (isStatic) method.static = true;
    if (isClass) Object.assign(method, { static: true, classMethod: true });
    if (isAbstract(definition.decorators, this.source)) method.abstract = true;
    else if (this.shape.form === "interface" && definition.implemented) method.implemented = true;
    this.members.set(name, method);
    this.methods.set(name, { item: method, places: [statement.branches], open: definition.overload });
  }

  private addProperty(definition: Definition): void {
    const { name, signature } = definition;
    if (this.members.has(name)) return;
    const property: CodeField = {
      kind: "field",
      origin: "property",
      name,
      nameSpan: definition.nameSpan,
      span: definition.span,
      visibility: visibilityOf(name),
      decorators: definition.decorators,
      readonly: true,
    };
    if (signature.result) property.type = signature.result;
    if (definition.doc !== undefined) property.doc = definition.doc;
    if (definition.hollow) property.hollow = definition.hollow;
    if (isAbstract(definition.decorators, this.source)) property.abstract = true;
    else if (this.shape.form === "interface" && definition.implemented) property.implemented = true;
    this.members.set(name, property);
  }

  /** `@x.setter` and the like; that of an inherited property makes the property appear here. */
  private addAccessor(definition: Definition, propertyName: string, accessor: string): void {
    let property = this.members.get(propertyName);
    if (!property) {
      const { result: _, ...signature } = definition.signature;
      this.addProperty({ ...definition, name: propertyName, signature });
      property = this.members.get(propertyName);
    }
    if (property?.kind !== "field") return;
    property.span = {
      start: Math.min(property.span.start, definition.span.start),
      end: Math.max(property.span.end, definition.span.end),
    };
    if (accessor !== "setter") return;
    delete property.readonly;
    const written = definition.signature.parameters[0]?.type;
    if (!property.type && written) property.type = written;
  }

  private collectAttributes(definition: Definition): void {
    const receiver = definition.receiver?.name;
    if (receiver === undefined) return;
    for (const assignment of definition.facts.assignments) {
      for (
        let node: Node | undefined = assignment;
        node?.type === "assignment";
        node = field(node, "right")
      ) {
        const left = field(node, "left");
        if (!left) continue;
        for (const target of targetsOf(left)) {
          const attribute = this.readAttribute(target, node, receiver, definition);
          if (attribute) this.attributes.push(attribute);
        }
      }
    }
  }

  private readAttribute(
    target: Node,
    assignment: Node,
    receiver: string,
    definition: Definition,
  ): CodeField | undefined {
    if (target.type !== "attribute") return undefined;
    const object = field(target, "object");
    const nameNode = field(target, "attribute");
    if (!nameNode || object?.type !== "identifier" || this.source.textOf(object) !== receiver)
      return undefined;
    const name = this.source.textOf(nameNode);
    if (isDunder(name)) return undefined;
    const read: CodeField = {
      kind: "field",
      origin: "self",
      name,
      nameSpan: spanOf(nameNode),
      span: spanOf(assignment),
      visibility: visibilityOf(name),
      decorators: [],
    };
    const single = assignment.childForFieldName("left")?.id === target.id;
    const annotation = field(assignment, "type");
    const right = field(assignment, "right");
    if (annotation && single) {
      const { type, words } = unqualify(this.source.typeOf(annotation), this.source);
      if (type) read.type = type;
      if (words.has("Final")) read.readonly = true;
    } else if (single && right?.type === "identifier") {
      // `self.x = x` has the parameter's type, unless the parameter was given another value before.
      const parameter = definition.signature.parameters.find((one) => one.name === this.source.textOf(right));
      const plain = parameter && parameter.kind !== "variadic" && parameter.kind !== "keyword-variadic";
      if (plain && parameter.type && !definition.facts.assigned.has(parameter.name))
        read.type = parameter.type;
    }
    if (single && right && definition.name === "__init__") {
      const value = defaultOf(this.source.text, spanOf(right));
      if (value?.literal && value.literal.kind !== "name") read.default = value;
    }
    return read;
  }
}
