import type { HomeInvitation } from "@umbral/contract/users/home-invitations.contract";
import { idOf } from "./people.ts";

/** One that waits to be accepted. */
export const invitation: HomeInvitation = {
  id: idOf(0x1a1),
  name: "Nueva Residente",
  email: "nueva@ejemplo.co",
  phone: "",
  role: "RESIDENTE",
  endsAt: null,
  sentAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z",
  state: "waiting",
  hasConflict: false,
};
