import {
  fetchClip,
  listClipsOf,
  readCameraDay,
  showClip,
  takeEvidence,
} from "@umbral/contract/clips/clips.contract";
import { whoHoldsTheAddress } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { archiveRoute } from "../../platform/archive-route.ts";
import { Refused } from "../../platform/refused.ts";
import { route } from "../../platform/route.ts";
import { readDayFor } from "./camera-day.ts";
import { rangeOf, readClipBytes } from "./clip-bytes.ts";
import type { ClipFetcher } from "./clip-fetcher.ts";
import { findHere } from "./clips.queries.ts";
import { fetchClipFor, listClipsFor, showClipTo } from "./clips.service.ts";
import { takeEvidenceFor } from "./evidence.ts";

export function clipsRoutes(app: FastifyInstance, fetcher: ClipFetcher): void {
  const { services } = app;
  route(app, listClipsOf, ({ actor, params, query }) =>
    listClipsFor(services, actor, { ...params, ...query }),
  );
  route(app, fetchClip, ({ actor, params }) => fetchClipFor(services, fetcher, actor, params));
  route(app, showClip, ({ actor, params }) => showClipTo(services, actor, params));
  archiveRoute(app, takeEvidence, "evidencia", ({ actor, params }) =>
    takeEvidenceFor(services, actor, params),
  );
  route(app, readCameraDay, ({ actor, params, query }) => readDayFor(services, actor, params.id, query));
  videoRoute(app);
}

const Address = z.object({ token: z.string().max(400) });

/** A clip's video, or a part of it, to whoever holds a short-lived address that the API handed out. */
function videoRoute(http: FastifyInstance): void {
  const { addresses, db } = http.services;
  http.get<{ Params: { id: string } }>(
    "/api/clips/:id/video",
    { config: { access: whoHoldsTheAddress }, compress: false },
    async (request, reply) => {
      const address = Address.safeParse(request.query);
      const { id } = request.params;
      if (!address.success || !(await addresses.isValidForClip(id, address.data.token))) {
        throw new Refused("NOT_FOUND");
      }
      const clip = await findHere(db, id);
      if (!clip) {
        throw new Refused("NOT_FOUND");
      }
      const range = rangeOf(request.headers.range, clip.bytes);
      reply
        .type("video/mp4")
        .header("cache-control", "private, no-store")
        .header("accept-ranges", "bytes")
        .header("content-disposition", "inline");
      if (range === undefined) {
        return reply.code(416).header("content-range", `bytes */${clip.bytes}`).send();
      }
      const { first, last } = range ?? { first: 0, last: clip.bytes - 1 };
      if (range !== null) {
        reply.code(206).header("content-range", `bytes ${first}-${last}/${clip.bytes}`);
      }
      return reply
        .header("content-length", last - first + 1)
        .send(readClipBytes(http.services, id, { first, last }));
    },
  );
}
