import { expect, it, vi } from "vitest";
import { changeBuilding } from "./administering-buildings.contract.ts";

it("takes names of time zones alone, whatever JavaScript would take for one", () => {
  const isTaken = (timeZone: string) => changeBuilding.body.safeParse({ timeZone }).success;
  expect(isTaken("America/Bogota")).toBe(true);
  expect(isTaken("America/Macondo")).toBe(false);
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function anyZone() {
    return new DateTimeFormat("es");
  });
  expect(isTaken("-05:00")).toBe(false);
});
