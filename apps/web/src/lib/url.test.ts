import { expect, it } from "vitest";
import { buildUrl } from "./url.ts";

it("fills the path and escapes what is put into it", () => {
  expect(
    buildUrl("/api/buildings/{buildingId}/apartments/{apartmentNumber}", {
      buildingId: "b",
      apartmentNumber: "A/1 ?",
    }),
  ).toBe("/api/buildings/b/apartments/A%2F1%20%3F");
});

it("adds the query, without what is not given", () => {
  expect(buildUrl("/api/x", {}, { active: "false", page: 2, search: undefined })).toBe(
    "/api/x?active=false&page=2",
  );
});

it("refuses a path with a hole", () => {
  expect(() => buildUrl("/api/towers/{id}/floors", {})).toThrow("{id}");
  expect(() => buildUrl("/api/towers/{id}/floors", { id: "" })).toThrow("{id}");
});
