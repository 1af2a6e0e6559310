import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";

/** Homes that a lobby keeps at hand, at the most: more of them are a list again. */
export const FAVOURITES_AT_MOST = 24;
/** Homes rung last that the desk is told of. */
export const RECENT_HOMES = 8;

/** A call between the lobby and a home that nobody answered, and nothing has settled since. */
export const MissedCall = z.object({
  /** Of the ringing. */
  id: z.uuid(),
  /** Who called the lobby without a home: a visitor, somebody of the staff. */
  apartment: z.object({ id: z.uuid(), name: z.string(), tower: z.object({ name: z.string() }) }).nullable(),
  /** The home called, or was called. */
  isToLobby: z.boolean(),
  /** Who called the lobby; null where it called itself. */
  caller: personal("identity", z.string().nullable()),
  at: z.iso.datetime(),
});
export type MissedCall = z.infer<typeof MissedCall>;

const LobbyDesk = z.object({
  /** Apartments, in natural order. */
  favourites: z.array(z.uuid()),
  /** Apartments that the lobby rang, the last first. */
  recent: z.array(z.uuid()),
  /** Of today in the building, the newest first; each home once. */
  missed: z.array(MissedCall),
});
export type LobbyDesk = z.infer<typeof LobbyDesk>;

const ofBuilding = z.strictObject({ buildingId: z.uuid() });
const ofHome = z.strictObject({ buildingId: z.uuid(), apartmentId: z.uuid() });

export const readLobbyDesk = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/lobby-desk",
  summary: "The homes at hand at the lobby, and today's calls that nobody answered",
  access: whoMay("events.watch", { building: "buildingId" }),
  params: ofBuilding,
  query: z.strictObject({}),
  body: z.undefined(),
  reply: LobbyDesk,
});

/** Keeping it twice changes nothing. */
export const keepAtHand = endpoint({
  method: "PUT",
  path: "/api/buildings/{buildingId}/lobby-desk/favourites/{apartmentId}",
  summary: "Keep a home at hand at the lobby",
  access: whoMay("events.watch", { building: "buildingId" }),
  params: ofHome,
  query: z.strictObject({}),
  body: z.strictObject({}).optional(),
  reply: z.object({ favourites: z.array(z.uuid()) }),
});

export const keepNoLonger = endpoint({
  method: "DELETE",
  path: "/api/buildings/{buildingId}/lobby-desk/favourites/{apartmentId}",
  summary: "Keep a home at hand at the lobby no longer",
  access: whoMay("events.watch", { building: "buildingId" }),
  params: ofHome,
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ favourites: z.array(z.uuid()) }),
});
