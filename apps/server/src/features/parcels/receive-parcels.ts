import { billWords, parcelKindWords } from "@umbral/contract/parcels/parcel-words";
import type { Parcel, receiveBills, receiveParcel } from "@umbral/contract/parcels/parcels.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { noteInLogbook } from "../logbook/note-line.ts";
import { describeParcel, theOne } from "./describe-parcel.ts";
import { tellOfParcels, writeParcelNews } from "./parcel-news.ts";
import { countRound, findHomes, findParcelOfPress, findParcels, insertParcels } from "./parcels.queries.ts";

/**
 * Something was left at the desk for a home, which is told at once. The same press again is the first time again.
 * @throws {Refused} NOT_FOUND, PICTURE_NOT_VALID
 */
export async function receiveParcelOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  wanted: z.output<(typeof receiveParcel)["body"]>,
): Promise<{ parcel: Parcel }> {
  const { db, clock, newId } = services;
  const { apartmentId, requestId } = wanted;
  const press = { buildingId, userId: actor.id, requestId };
  if ((await findHomes(db, buildingId, { apartmentId })).length === 0) {
    throw new Refused("NOT_FOUND");
  }
  const before = await findParcelOfPress(db, press);
  if (before) {
    return { parcel: describeParcel(before) };
  }
  // Outside of the transaction: decoding takes a while.
  const label = wanted.label && (await readPicture(wanted.label, "label"));
  const id = newId();
  const received = await withPictures(services, async (trx, keep) => {
    const { kind, carrier, place, note } = wanted;
    const parcel = {
      ...{ id, buildingId, apartmentId, requestId, kind, carrier, place, note },
      bill: null,
      roundId: null,
      receivedBy: actor.id,
      receivedAt: clock.now(),
      labelFileId: label ? await keep("parcel", label.bytes) : null,
    };
    if ((await insertParcels(trx, [parcel])) === 0) {
      throw new PressedTwice();
    }
    await writeAction(services, trx, actor, {
      buildingId,
      action: "parcels.received",
      subjectId: id,
      detail: { apartmentId, kind },
    });
    await noteInLogbook(trx, {
      ...{ kind: "PARCEL_RECEIVED", buildingId, at: parcel.receivedAt, actorId: actor.id },
      ...{ subjectId: id, apartmentId, detail: { thing: parcelKindWords[kind] } },
    });
    await writeParcelNews(services, trx, "parcel", [{ apartmentId, since: parcel.receivedAt }]);
    return theOne(await findParcels(trx, buildingId, [id]));
  }).catch(async (error: unknown) => {
    // The same press was first elsewhere: its own picture is gone with the transaction.
    const first = error instanceof PressedTwice ? await findParcelOfPress(db, press) : undefined;
    if (!first) {
      throw error;
    }
    return first;
  });
  if (received.id === id) {
    services.wakeOutbox();
    await tellOfParcels(services, { buildingId, apartmentIds: [apartmentId] });
  }
  return { parcel: describeParcel(received) };
}

class PressedTwice extends Error {}

/**
 * One bill for each home of the building, or of a tower, and each home is told once. The same press again is the first
 * time again. @throws {Refused} NOT_FOUND
 */
export async function receiveBillsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  { requestId, bill, towerId, place }: z.output<(typeof receiveBills)["body"]>,
): Promise<{ count: number }> {
  const { db, clock, newId } = services;
  const apartmentIds = await findHomes(db, buildingId, { towerId });
  if (apartmentIds.length === 0) {
    throw new Refused("NOT_FOUND");
  }
  const roundId = requestId;
  const received = await db.transaction().execute(async (trx) => {
    const receivedAt = clock.now();
    const rows = apartmentIds.map((apartmentId) => ({
      ...{ id: newId(), buildingId, apartmentId, requestId, roundId, bill, place, receivedAt },
      kind: "bill" as const,
      receivedBy: actor.id,
      carrier: "",
      note: "",
      labelFileId: null,
    }));
    const count = await insertParcels(trx, rows);
    if (count > 0) {
      await writeAction(services, trx, actor, {
        buildingId,
        action: "parcels.bills-received",
        subjectId: roundId,
        detail: { bill, count },
      });
      await noteInLogbook(trx, {
        ...{ kind: "BILLS_RECEIVED", buildingId, at: receivedAt, actorId: actor.id, subjectId: roundId },
        ...{ apartmentId: null, detail: { thing: billWords[bill], count } },
      });
      const came = apartmentIds.map((apartmentId) => ({ apartmentId, since: receivedAt }));
      await writeParcelNews(services, trx, "bill", came);
    }
    return count;
  });
  if (received > 0) {
    services.wakeOutbox();
    await tellOfParcels(services, { buildingId, apartmentIds });
  }
  return { count: await countRound(db, buildingId, roundId) };
}
