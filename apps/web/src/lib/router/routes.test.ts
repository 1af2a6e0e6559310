import fc from "fast-check";
import { expect, it } from "vitest";
import { createRouteTable, type RouteObject } from "./routes.ts";

const leaf = (path: string): RouteObject => ({ path, handle: path });
const table = createRouteTable([
  {
    children: [
      { path: "*", handle: "nothing" },
      leaf("/"),
      { children: [{ children: [leaf("/users/:id"), leaf("/users/new"), leaf("/users")] }] },
      leaf("/readings/:buildingId?"),
      leaf("/buildings/:buildingId/month/:month?"),
      leaf("/files/*"),
    ],
  },
]);

const foundAt = (pathname: string) => {
  const match = table.match(pathname);
  return [match?.routes.at(-1)?.handle, match?.params];
};

it("finds what says most of an address, whatever the order in which it was written down", () => {
  expect(foundAt("/")).toEqual(["/", {}]);
  expect(foundAt("/users/new")).toEqual(["/users/new", {}]);
  expect(foundAt("/users/17")).toEqual(["/users/:id", { id: "17" }]);
  expect(foundAt("/users/17/more")).toEqual(["nothing", {}]);
  expect(foundAt("/files/a/b")).toEqual(["/files/*", {}]);
});

it("reads a parameter that may be missing, and what comes after it", () => {
  expect(foundAt("/readings")).toEqual(["/readings/:buildingId?", {}]);
  expect(foundAt("/readings/b1")).toEqual(["/readings/:buildingId?", { buildingId: "b1" }]);
  expect(foundAt("/buildings/b1/month")).toEqual([
    "/buildings/:buildingId/month/:month?",
    { buildingId: "b1" },
  ]);
});

it("takes an address as people write it", () => {
  expect(foundAt("/Users/")).toEqual(["/users", {}]);
  expect(foundAt("/users/%zz")).toEqual(["/users/:id", { id: "%zz" }]);
  expect(foundAt("//users")).toEqual(["nothing", {}]);
});

it("names the layouts around a screen from the outermost on", () => {
  expect(table.match("/users")?.routes.map(({ path }) => path)).toEqual([
    undefined,
    undefined,
    undefined,
    "/users",
  ]);
});

it("gives back any parameter that was written into an address", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: "binary" }).filter((text) => text !== "new" && isWhole(text)),
      (text) => {
        expect(foundAt(`/users/${encodeURIComponent(text)}`)).toEqual(["/users/:id", { id: text }]);
      },
    ),
  );
});

/** Half a pair of surrogates is no text that an address can hold. */
function isWhole(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
