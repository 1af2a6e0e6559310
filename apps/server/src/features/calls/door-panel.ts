import type { createVisitor, listVisitors, Visitor } from "@umbral/contract/calls/door-panel.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { countedPages, pageRowsOf, type WholeOrPage } from "../../platform/whole-or-page.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import {
  countKnownVisitors,
  findKnownVisitors,
  findPanelCalls,
  insertVisitor,
  lockPanelCall,
} from "./door-panel.queries.ts";

/**
 * The known visitors of an apartment, with their faces, for who has answered a call there: the panel is
 * for the person called, during that call (decisions §4). That they were shown is written down.
 * @throws {Refused} NOT_FOUND without such a call
 */
export async function listVisitorsOf(
  services: Services,
  actor: Actor,
  apartmentId: string,
  asked: WholeOrPage,
): Promise<z.input<(typeof listVisitors)["reply"]>> {
  const { db, clock, addresses } = services;
  const [call] = await findPanelCalls(db, actor.id, apartmentId);
  if (!call) {
    throw new Refused("NOT_FOUND");
  }
  const wanted = { apartmentId, search: asked.search };
  const page = pageRowsOf(asked);
  const now = clock.now();
  const { rows, count } = await db.transaction().execute(async (trx) => {
    const known = await findKnownVisitors(trx, wanted, page, now);
    if (known.length > 0) {
      await writeAuditLine(trx, {
        buildingId: call.buildingId,
        actorId: actor.id,
        action: "visitors.shown",
        subjectId: apartmentId,
        detail: { callId: call.id, faces: known.length },
        at: now,
      });
    }
    return { rows: known, count: page === undefined ? 0 : await countKnownVisitors(trx, wanted, now) };
  });
  return {
    visitors: await Promise.all(
      rows.map(async ({ id, name, photoFileId }) => ({
        id,
        name,
        image: await addresses.forFile(photoFileId),
      })),
    ),
    ...countedPages(page, count),
  };
}

/**
 * Writes down who is at the door, with face and document. A known visitor is in the apartment's list from
 * now on; an unknown one is of this call alone.
 */
export async function createVisitorAt(
  services: Services,
  actor: Actor,
  apartmentId: string,
  body: z.output<(typeof createVisitor)["body"]>,
): Promise<{ visitor: Visitor }> {
  const { db, clock, newId, addresses } = services;
  const calls = await findPanelCalls(db, actor.id, apartmentId);
  const call = calls.find(({ id }) => id === body.callId);
  if (!call) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  // Outside of the transaction: decoding takes a while.
  const photo = await readPicture(body.photo, "photo");
  const document = await readPicture(body.cedulaFrontal, "cedulaFrontal");

  const id = newId();
  const name = body.name || null;
  const photoFileId = await withPictures(services, async (trx, keep) => {
    if (!(await lockPanelCall(trx, call.id))) {
      throw new Refused("CALL_NOT_AVAILABLE");
    }
    const face = await keep("visitor", photo.bytes);
    const paper = await keep("document", document.bytes);
    const createdAt = clock.now();
    await insertVisitor(trx, {
      id,
      apartmentId,
      type: body.type,
      name,
      photoFileId: face,
      documentFileId: paper,
      callId: call.id,
      createdBy: actor.id,
      createdAt,
    });
    await writeAuditLine(trx, {
      buildingId: call.buildingId,
      actorId: actor.id,
      action: "visitors.created",
      subjectId: id,
      detail: { apartmentId, callId: call.id, type: body.type },
      at: createdAt,
    });
    return face;
  });
  return { visitor: { id, name, image: await addresses.forFile(photoFileId) } };
}
