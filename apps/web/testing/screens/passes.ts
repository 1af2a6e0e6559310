import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { home, idOf, mirador } from "./people.ts";

/** The guest's page of Carlos, and the code that it shows. */
export const sharing = { address: `https://umbral.example/i/#${"s".repeat(43)}`, code: "482913" };

const nobody = { cedula: "", phone: "", email: "", plate: "", company: "" };

/** Carlos, a guest of A-101, who may come once, today. */
export const carlos: Pass = {
  id: idOf(0x9a1),
  buildingId: mirador.id,
  apartment: { id: home.id, name: home.name },
  madeAs: "home",
  madeBy: { id: idOf(0x11), name: "Rosa Líder" },
  guest: { ...nobody, name: "Carlos Pérez" },
  names: [],
  from: "2026-11-20T13:00:00.000Z",
  until: "2026-11-20T23:00:00.000Z",
  hours: null,
  entries: 1,
  entered: 0,
  left: 0,
  tellsExit: false,
  tellsOverstay: true,
  state: "waiting",
  isOverstaying: false,
  lastMovementAt: null,
  createdAt: "2026-11-20T12:00:00.000Z",
};

/** Another pass like it. */
export const passLike = (count: number, name: string, more: Partial<Pass> = {}): Pass => ({
  ...carlos,
  id: idOf(0x9a0 + count),
  ...more,
  guest: { ...carlos.guest, ...more.guest, name },
});

/** A party with a list, of whom one is inside and one left. */
export const listed: Pass["names"] = [
  { id: idOf(0x7a1), name: "Ana Gómez", state: "inside", at: "2026-11-20T19:05:00.000Z" },
  { id: idOf(0x7a2), name: "Luis Pérez", state: "left", at: "2026-11-20T19:30:00.000Z" },
  { id: idOf(0x7a3), name: "Marta de los Ángeles Villavicencio", state: "awaited", at: null },
];

/** The same as the desk sees it, where the building asks for nothing. */
export function atDesk(
  { tellsExit: _exit, tellsOverstay: _overstay, ...pass }: Pass,
  more: Partial<PassAtDesk> = {},
): PassAtDesk {
  return { ...pass, refusal: null, photo: null, asks: { picture: "no", document: "no" }, ...more };
}
