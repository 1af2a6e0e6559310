import type { Standing } from "@umbral/contract/auth/auth.contract";
import { expect, it } from "vitest";
import { askAgainPath, standingWords } from "./standing-words.ts";

const rosa: Standing = {
  state: "rejected",
  since: "2026-11-20T20:05:00.000Z",
  role: "RESIDENTE",
  building: { name: "Torres del Río", timeZone: "America/Bogota" },
  apartment: { name: "A-101" },
};

it("says what is true of each state, when, where, and whom to ask", () => {
  const read = (state: Standing["state"]) => {
    const { title, paragraphs } = standingWords({ ...rosa, state });
    return [title, ...paragraphs].join(" ");
  };
  expect(read("pending")).toContain("Tu solicitud está pendiente");
  expect(read("rejected")).toBe(
    "Tu solicitud fue rechazada El residente líder o la administración de Torres del Río la rechazó el 20 nov 2026 3:05 PM: residente, apartamento A-101 de Torres del Río. Si crees que es un error, habla con la administración de Torres del Río.",
  );
  expect(read("removed")).toContain("Desde el 20 nov 2026 3:05 PM ya no tienes acceso");
  expect(read("ended")).toContain("Terminó el 20 nov 2026: residente");
  for (const state of ["rejected", "removed", "ended"] as const) {
    expect(read(state)).not.toContain("pendiente");
  }
  expect(standingWords(undefined).title).not.toContain("pendiente");
});

it("names a home's leader only where a leader may decide", () => {
  const read = (role: Standing["role"], state: Standing["state"]) =>
    standingWords({ ...rosa, role, state }).paragraphs.join(" ");
  expect(read("RESIDENTE", "pending")).toContain(
    "Cuando el residente líder o la administración del edificio la apruebe",
  );
  for (const role of ["PROPIETARIO", "EMPLEADO_ADMINISTRATIVO"] as const) {
    expect(read(role, "pending")).toContain("Cuando la administración del edificio la apruebe");
  }
  expect(read("PROPIETARIO", "rejected")).toContain(
    "La administración de Torres del Río la rechazó el 20 nov 2026",
  );
});

it("leads to the form that asks for the same again, where there is one", () => {
  expect(askAgainPath(rosa)).toBe("/apartment/user/register");
  expect(askAgainPath({ ...rosa, role: "PROPIETARIO" })).toBe("/apartment/owner/register");
  expect(askAgainPath({ ...rosa, role: "VISITANTE_CONOCIDO", apartment: null })).toBe(
    "/apartment/visitor/register",
  );
  expect(askAgainPath({ ...rosa, role: "PORTERIA", apartment: null })).toBeNull();
});
