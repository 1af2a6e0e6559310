import { readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import { listCameras } from "@umbral/contract/cameras/cameras.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { listLogbook } from "@umbral/contract/logbook/logbook.contract";
import { listParcels } from "@umbral/contract/parcels/parcels.contract";
import { listGuests } from "@umbral/contract/passes/pass-desk.contract";
import { listVisits } from "@umbral/contract/visits/visits.contract";
import { Replies } from "./replies.ts";

const day = "2026-11-20";

/** A lobby's desk at which nothing waits, in a building without doors and cameras, unless something else is said. */
export const calmDesk = (replies = new Replies()): Replies =>
  replies
    .unlessSaid(readLobbyDesk, { favourites: [], recent: [], missed: [] })
    .unlessSaid(listVisits, { day, today: day, visits: [], totalPages: 1 })
    .unlessSaid(listParcels, { parcels: [], totalPages: 0, waiting: 0, places: [], towers: [] })
    .unlessSaid(listGuests, { guests: [], totalPages: 1, inside: 0 })
    .unlessSaid(listLogbook, { lines: [], totalPages: 1, hasOlder: false })
    .unlessSaid(listDoors, { doors: [] })
    .unlessSaid(listCameras, { cameras: [] });
