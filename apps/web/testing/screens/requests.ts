import type { AccessRequest } from "@umbral/contract/access-requests/access-requests.contract";
import { home, idOf, mirador } from "./people.ts";

/** Somebody waits to live in A-101 of Mirador. */
export const requestOf = (name: string, n = 1): AccessRequest => ({
  id: idOf(0xe0 + n),
  user: { id: idOf(0x12 + n), name, cedula: `104050099${n}`, phone: "+573001112233", photo: null },
  apartment: { id: home.id, name: home.name },
  building: { ...mirador, timeZone: "America/Bogota" },
  role: "RESIDENTE",
  endsAt: null,
  livesHere: true,
  createdAt: "2026-03-10T15:00:00.000Z",
});
