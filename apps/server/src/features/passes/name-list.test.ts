import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedList, type ListedName } from "./name-list.ts";

const at = new Date();
const name = fc.constantFrom("Ana", "Luis", "Marta", "Iván");
const listed = fc.array(fc.record({ name, came: fc.boolean() }), { maxLength: 8 }).map((names) =>
  names.map(
    ({ name: called, came }, index): ListedName => ({
      id: `${index}`,
      name: called,
      cameAt: came ? at : null,
    }),
  ),
);

describe("a list that its host changes", () => {
  it("keeps whoever stands in both, and is refused without somebody who came", () => {
    const before = [
      { id: "1", name: "Ana", cameAt: null },
      { id: "2", name: "Luis", cameAt: at },
    ];
    expect(changedList(before, ["Luis", "Marta"])).toEqual({
      kept: [{ id: "2", position: 1 }],
      added: [{ name: "Marta", position: 2 }],
      removed: ["1"],
    });
    expect(changedList(before, ["Ana"])).toBeNull();
    // Two who are called the same are two: the one who came is kept.
    const two = [
      { id: "1", name: "Ana", cameAt: null },
      { id: "2", name: "Ana", cameAt: at },
    ];
    expect(changedList(two, ["Ana"])?.kept).toEqual([{ id: "2", position: 1 }]);
  });

  it("becomes what was wanted, in its order, whatever it was", () => {
    fc.assert(
      fc.property(listed, fc.array(name, { maxLength: 8 }), (before, wanted) => {
        const list = changedList(before, wanted);
        if (list === null) {
          return before.some(({ cameAt }) => cameAt !== null);
        }
        const names = new Map(before.map((one) => [one.id, one.name]));
        const kept = list.kept.map(({ id, position }) => ({ name: names.get(id), position }));
        const after = [...kept, ...list.added].sort((one, other) => one.position - other.position);
        expect(after.map((one) => one.name)).toEqual(wanted);
        expect([...list.kept.map(({ id }) => id), ...list.removed].sort()).toEqual([...names.keys()].sort());
        return before.every(({ id, cameAt }) => cameAt === null || !list.removed.includes(id));
      }),
      { numRuns: 1000 },
    );
  });
});
