import { describe, expect, it } from "vitest";
import { editDistance, nearestName } from "../../src/text/nearest.js";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["uses", "usse", 1],
    ["ca", "abc", 3],
    ["Ärger", "Arger", 1],
  ])("of %s and %s is %i, both ways", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  it("stops above the limit", () => {
    expect(editDistance("player", "xxxxxx", 2)).toBe(3);
    expect(editDistance("a", "abcdef", 2)).toBe(3);
  });
});

describe("nearestName", () => {
  it.each([
    ["Playr", ["Entity", "Player", "Plane"], "Player"],
    ["maxSize", ["max_size", "maxsizes"], "max_size"],
    ["hits", ["step", "collides"], undefined],
    ["usre", ["user", "used"], "user"],
    ["a", ["b", "c"], undefined],
    ["x", ["X", "y"], "X"],
    ["name", [], undefined],
  ])("of %s among %j is %s", (name, candidates, nearest) => {
    expect(nearestName(name, candidates)).toBe(nearest);
  });

  it("does not depend on the order of the candidates", () => {
    expect(nearestName("moved", ["move", "moves", "mover"])).toBe("move");
    expect(nearestName("moved", ["mover", "moves", "move"])).toBe("move");
  });

  it("never suggests the name itself", () => {
    expect(nearestName("step", ["step"])).toBeUndefined();
  });
});
