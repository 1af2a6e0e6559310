import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";

/** Whom a call to the lobby rings. `apartmentUser.id` is what `POST /api/call` takes. */
export const lobbyUser = endpoint({
  method: "GET",
  path: "/api/buildings/{id}/lobby-user",
  summary: "Who is at the lobby: on line if anybody is",
  access: whoMay("calls.ring-lobby", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ user: z.object({ id: z.uuid(), apartmentUser: z.object({ id: z.uuid() }) }) }),
});
