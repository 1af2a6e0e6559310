import type { Space } from "@umbral/contract/auth/auth.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { describe, expect, it } from "vitest";
import { homeOf, landingOf, originIn } from "./landing.ts";

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
const person = (...roles: Role[]) => ({ user: { userType: "USER" as const }, spaces: roles.map(space) });

describe("where a person lands", () => {
  it.each([
    ["RESIDENTE_LIDER", "/building/dashboard"],
    ["RESIDENTE", "/building/dashboard"],
    ["RESIDENTE_TEMPORAL", "/building/dashboard"],
    ["PROPIETARIO", "/building/dashboard"],
    ["VISITANTE_CONOCIDO", "/profile"],
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
