import { expect, it } from "vitest";
import { addressOf, hrefOf } from "./places.ts";

const hrefFrom = (to: Parameters<typeof addressOf>[0]) => hrefOf(addressOf(to, "/users"));

it("keeps the path of an address that has none", () => {
  expect(hrefFrom("?pagina=2")).toBe("/users?pagina=2");
  expect(hrefFrom("#contenido")).toBe("/users#contenido");
  expect(hrefFrom({ search: "" })).toBe("/users");
});

it("takes parts with their marks or without", () => {
  expect(hrefFrom({ pathname: "/doors", search: "a=1", hash: "b" })).toBe("/doors?a=1#b");
  expect(hrefFrom({ pathname: "/doors", search: "?a=1", hash: "#b" })).toBe("/doors?a=1#b");
  expect(hrefFrom("/doors?a=b?c#d#e")).toBe("/doors?a=b?c#d#e");
  expect(hrefFrom("/doors?#")).toBe("/doors");
});
