import type { Space } from "@umbral/contract/auth/auth.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { describe, expect, it } from "vitest";
import { countOf, placesOf } from "./request-places.ts";

const space = (role: Role, building: string, apartment?: string): Space => ({
  id: `${role} ${building} ${apartment}`,
  role: { name: role },
  building: {
    id: building,
    name: `Edificio ${building}`,
    address1: "",
    city: "",
    state: "",
    type: "RESIDENTIAL",
    timeZone: "America/Bogota",
  },
  apartment:
    apartment === undefined
      ? null
      : { id: apartment, name: apartment, address: "", apartmentType: "APARTMENT" },
});

describe("where somebody decides", () => {
  it("is a leader's apartment and an administrator's building", () => {
    const spaces = [space("RESIDENTE_LIDER", "b1", "A-101"), space("ADMINISTRADOR", "b2")];
    expect(placesOf(spaces, "employees")).toEqual([
      { id: "A-101", name: "A-101 · Edificio b1" },
      { id: "b2", name: "Edificio b2" },
    ]);
    expect(placesOf(spaces, "owners")).toEqual([{ id: "b2", name: "Edificio b2" }]);
  });

  it("is once the building for who leads an apartment of it too", () => {
    const spaces = [
      space("RESIDENTE_LIDER", "b1", "A-101"),
      space("ADMINISTRADOR", "b1"),
      space("ADMINISTRADOR", "b1", "A-102"),
    ];
    expect(placesOf(spaces, "employees")).toEqual([{ id: "b1", name: "Edificio b1" }]);
  });

  it("is nowhere for who only lives or works there", () => {
    expect(placesOf([space("RESIDENTE", "b1", "A-101"), space("PORTERIA", "b1")], "employees")).toEqual([]);
  });
});

it("counts who waits over all places, where owners are nobody's but the administration's", () => {
  const places = [
    { employees: 2, owners: null },
    { employees: 1, owners: 3 },
  ];
  expect([countOf(places, "employees"), countOf(places, "owners"), countOf(undefined, "owners")]).toEqual([
    3, 3, 0,
  ]);
});
