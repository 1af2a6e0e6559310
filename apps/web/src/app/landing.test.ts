import type { Space } from "@umbral/contract/auth/auth.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { describe, expect, it } from "vitest";
import { originIn } from "../lib/origin.ts";
import { homeOf, landingOf, landsByRequests, waitingAt } from "./landing.ts";

const space = (name: Role): Space => ({
  id: "0199bbbb-0000-7000-8000-000000000001",
  role: { name },
  building: {
    id: "0199aaaa-0000-7000-8000-000000000001",
    name: "Mirador",
    address1: "",
    city: "",
    state: "",
    type: "RESIDENTIAL",
    timeZone: "America/Bogota",
  },
  apartment: null,
});
const home = (name: string) => ({
  id: `apartment ${name}`,
  name,
  address: "",
  apartmentType: "APARTMENT" as const,
});
const person = (...roles: Role[]) => ({ user: { userType: "USER" as const }, spaces: roles.map(space) });

describe("where a person lands", () => {
  it.each([
    ["RESIDENTE_LIDER", "/building/dashboard"],
    ["RESIDENTE", "/building/dashboard"],
    ["RESIDENTE_TEMPORAL", "/building/dashboard"],
    ["PROPIETARIO", "/building/dashboard"],
    ["VISITANTE_CONOCIDO", "/visits/code"],
    ["VISITANTE_DESCONOCIDO", "/"],
    ["ADMINISTRADOR", "/profile"],
    ["PORTERIA", "/acceso"],
    ["CONSERJE", "/profile"],
    ["ACCIONISTA", "/profile"],
    ["EMPLEADO_ADMINISTRATIVO", "/profile"],
    ["SERVICIOS", "/profile"],
    ["POLICIA", "/profile"],
  ] as const)("%s: %s", (role, path) => {
    expect(landingOf(person(role))).toBe(path);
  });

  it("is the admin panel for a platform administrator, whatever their spaces", () => {
    expect(landingOf({ ...person("PORTERIA"), user: { userType: "ADMIN" } })).toBe("/admin-dashboard");
  });

  it("goes by the first space", () => {
    expect(landingOf(person("PORTERIA", "RESIDENTE"))).toBe("/acceso");
  });

  it("is the root without a role, and the root sends on to the profile", () => {
    expect(landingOf(person())).toBe("/");
    expect(homeOf(person())).toBe("/profile");
    expect(homeOf(person("VISITANTE_DESCONOCIDO"))).toBeNull();
  });
});

describe("where leaders and administrators land", () => {
  const both = { employees: true, owners: true };
  const owners = { employees: false, owners: true };

  it("is the list where somebody waits", () => {
    const employeeList = "/building/dashboard/apartments/requests/employee";
    expect(landingOf(person("RESIDENTE_LIDER"), both)).toBe(employeeList);
    expect(landingOf(person("ADMINISTRADOR"), both)).toBe(employeeList);
    expect(landingOf(person("ADMINISTRADOR"), owners)).toBe("/building/dashboard/apartments/requests/owner");
    expect(landingOf(person("RESIDENTE_LIDER"), owners)).toBe("/building/dashboard");
    expect(landingOf(person("RESIDENTE"), both)).toBe("/building/dashboard");
  });

  it("depends on requests for them alone", () => {
    expect(landsByRequests(person("RESIDENTE_LIDER"))).toBe(true);
    expect(landsByRequests(person("ADMINISTRADOR"))).toBe(true);
    expect(landsByRequests(person("PORTERIA", "ADMINISTRADOR"))).toBe(false);
    expect(landsByRequests(person())).toBe(false);
    expect(landsByRequests({ ...person("ADMINISTRADOR"), user: { userType: "ADMIN" } })).toBe(false);
  });

  it("looks at the apartment or building of the first space", () => {
    const here = { ...space("RESIDENTE_LIDER"), apartment: home("A-101") };
    const place = (apartment: ReturnType<typeof home> | null, employees: number, owners: number | null) => ({
      building: here.building,
      apartment,
      employees,
      owners,
    });
    expect(waitingAt(here, [place(home("A-101"), 1, null)])).toEqual({ employees: true, owners: false });
    expect(waitingAt(here, [place(home("A-102"), 1, null)])).toEqual({ employees: false, owners: false });
    expect(waitingAt(space("ADMINISTRADOR"), [place(null, 0, 2)])).toEqual(owners);
    expect(waitingAt(undefined, [place(null, 1, 1)])).toEqual({ employees: false, owners: false });
  });
});

describe("the remembered origin", () => {
  it("is an address of this app", () => {
    expect(originIn({ origin: "/profile?x=1" })).toBe("/profile?x=1");
  });

  it.each([
    null,
    undefined,
    "x",
    {},
    { origin: 3 },
    { origin: "//evil.example" },
    { origin: "https://evil.example" },
  ])("is not %j", (state) => {
    expect(originIn(state)).toBeNull();
  });
});
