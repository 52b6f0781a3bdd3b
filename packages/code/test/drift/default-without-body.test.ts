import { expect, test } from "vitest";
import { typescript } from "./support.js";

const CONTRACT = `
interface Drawable { draw(scale: float = 1.0) }
abstract class Base { abstract area(scale: float = 1.0) -> float }
fn pick(text: string, times: int = 2) -> string
fn pick(number: int, times: int = 2) -> int
`;

test("a signature without a body cannot state a default: that the parameter may be left out is enough", () => {
  const code = `
    export interface Drawable { draw(scale?: number): void }
    export abstract class Base { abstract area(scale?: number): number }
    export function pick(text: string, times?: number): string;
    export function pick(number: number, times?: number): number;
    export function pick(value: string | number, times = 2): string | number { return times > 1 ? value : value; }
  `;
  expect(typescript(CONTRACT, code)).toEqual([]);
});

test("a signature with a body states it, and none may demand the parameter", () => {
  const code = `
    export interface Drawable { draw(scale: number): void }
    export abstract class Base { area(scale?: number): number { return scale ?? 1.0; } }
    export function pick(text: string, times?: number): string;
    export function pick(number: number, times?: number): number;
    export function pick(value: string | number, times = 2): string | number { return times > 1 ? value : value; }
  `;
  const findings = typescript(CONTRACT, code);
  expect(
    findings
      .filter((finding) => finding.startsWith("parameter-default"))
      .map((finding) => finding.split(" ")[2]),
  ).toEqual(["m.Drawable.draw", "m.Base.area"]);
});
