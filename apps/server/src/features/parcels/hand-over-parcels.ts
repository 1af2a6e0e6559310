import { billWords, parcelWords } from "@umbral/contract/parcels/parcel-words";
import type { handOverParcels, Parcel } from "@umbral/contract/parcels/parcels.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAction } from "../audit/audit.service.ts";
import { noteInLogbook } from "../logbook/note-line.ts";
import { guessCode, type Pause } from "../visits/code-guesses.ts";
import { describeParcel, theOne } from "./describe-parcel.ts";
import { parcelCodeDigest } from "./parcel-codes.ts";
import { tellOfParcels, writeParcelNews } from "./parcel-news.ts";
import { findCode, useCode } from "./parcel-people.queries.ts";
import {
  type ClosingPress,
  closeParcels,
  closeRound,
  countRound,
  findClosedByPress,
  findHomes,
  findParcels,
  lockParcels,
  type ParcelRow,
  setHome,
} from "./parcels.queries.ts";

/**
 * Somebody took parcels of a home: all of them, or none. A wrong code counts as that of a visit does. The same press again is
 * the first time again.
 * @throws {Refused} PARCEL_NOT_FOUND, PARCEL_CLOSED, PARCELS_OF_ONE_HOME, PARCEL_PROOF_ASKED, PARCEL_CODE_NOT_VALID,
 * TOO_OFTEN, PICTURE_NOT_VALID
 */
export async function handOverParcelsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  body: z.output<(typeof handOverParcels)["body"]>,
  pause?: Pause,
): Promise<{ parcels: Parcel[] }> {
  const ids = [...new Set(body.parcelIds)];
  const press = { buildingId, userId: actor.id, requestId: body.requestId };
  const rows = await once(services.db, press, ids, () =>
    handOver(services, actor, buildingId, { ...body, ids }, pause),
  );
  return { parcels: rows.map(describeParcel) };
}

/** A press is done once, however often it is sent, also while it is still being done elsewhere. */
async function once(
  db: Db,
  press: ClosingPress,
  ids: readonly string[],
  close: () => Promise<ParcelRow[]>,
): Promise<ParcelRow[]> {
  const before = await findClosedByPress(db, press, ids);
  if (before) {
    return before;
  }
  try {
    return await close();
  } catch (error) {
    const meanwhile = error instanceof Refused ? await findClosedByPress(db, press, ids) : undefined;
    if (!meanwhile) {
      throw error;
    }
    return meanwhile;
  }
}

async function handOver(
  services: Services,
  actor: Actor,
  buildingId: string,
  {
    ids,
    requestId,
    takenBy,
    code,
    signature,
  }: z.output<(typeof handOverParcels)["body"]> & { ids: readonly string[] },
  pause: Pause | undefined,
): Promise<ParcelRow[]> {
  const { db, clock } = services;
  if ((code === undefined) === (signature === undefined)) {
    throw new Refused("PARCEL_PROOF_ASKED");
  }
  const apartmentId = homeOf(await findParcels(db, buildingId, ids), ids.length);
  const shown =
    code === undefined
      ? undefined
      : { apartmentId, digest: parcelCodeDigest(services, apartmentId, code), now: clock.now() };
  const found = shown && (await guessCode(services, { actor, buildingId }, () => findCode(db, shown), pause));
  if (shown && !found) {
    throw new Refused("PARCEL_CODE_NOT_VALID");
  }
  const drawn = signature && (await readPicture(signature, "signature"));
  const rows = await withPictures(services, async (trx, keep) => {
    const at = clock.now();
    const locked = await lockParcels(trx, buildingId, ids);
    // Handed over, or moved to another home, at another desk meanwhile.
    if (homeOf(locked, ids.length) !== apartmentId) {
      throw new Refused("PARCEL_CLOSED");
    }
    if (shown && found && !(await useCode(trx, { ...shown, now: at, userId: found.userId }))) {
      throw new Refused("PARCEL_CODE_NOT_VALID");
    }
    await closeParcels(trx, ids, {
      outcome: "handed-over",
      at,
      by: actor.id,
      requestId,
      takenBy,
      proof: found ? "code" : "signature",
      codeOf: found?.userId ?? null,
      signatureFileId: drawn ? await keep("parcel", drawn.bytes) : null,
    });
    for (const { id } of locked) {
      await writeAction(services, trx, actor, {
        buildingId,
        action: "parcels.handed-over",
        subjectId: id,
        detail: { apartmentId, by: found ? "code" : "signature" },
      });
    }
    const closed = await findParcels(trx, buildingId, ids);
    await noteInLogbook(trx, {
      ...{ kind: "PARCEL_HANDED_OVER", buildingId, at, actorId: actor.id, apartmentId },
      subjectId: closed.length === 1 ? theOne(closed).id : null,
      person: { id: found?.userId ?? null, name: takenBy },
      detail: { thing: thingsOf(closed), count: closed.length },
    });
    return closed;
  });
  await tellOfParcels(services, { buildingId, apartmentIds: [apartmentId] });
  return rows;
}

/** The one home of what waits. @throws {Refused} PARCEL_NOT_FOUND, PARCEL_CLOSED, PARCELS_OF_ONE_HOME */
function homeOf(
  parcels: readonly { apartmentId: string | null; closedAt: Date | null }[],
  wanted: number,
): string {
  if (parcels.length !== wanted) {
    throw new Refused("PARCEL_NOT_FOUND");
  }
  if (parcels.some(({ closedAt }) => closedAt !== null)) {
    throw new Refused("PARCEL_CLOSED");
  }
  const [home, ...others] = new Set(parcels.map(({ apartmentId }) => apartmentId));
  if (home == null || others.length > 0) {
    throw new Refused("PARCELS_OF_ONE_HOME");
  }
  return home;
}

/** What they are, each kind once: 'Paquete, Recibo de gas'. */
const thingsOf = (parcels: readonly Pick<Parcel, "kind" | "bill">[]): string =>
  [...new Set(parcels.map(parcelWords))].join(", ");

interface OfParcel {
  buildingId: string;
  parcelId: string;
}

/** Held until the transaction ends. @throws {Refused} PARCEL_NOT_FOUND, PARCEL_CLOSED */
async function lockWaiting(trx: Trx, { buildingId, parcelId }: OfParcel) {
  const [parcel] = await lockParcels(trx, buildingId, [parcelId]);
  if (!parcel) {
    throw new Refused("PARCEL_NOT_FOUND");
  }
  if (parcel.closedAt !== null) {
    throw new Refused("PARCEL_CLOSED");
  }
  return parcel;
}

const homesIn = (...ids: (string | null)[]): string[] => ids.flatMap((id) => (id === null ? [] : [id]));

/** Whoever brought it took it back. The same press again is the first time again. @throws {Refused} PARCEL_NOT_FOUND, PARCEL_CLOSED */
export async function returnParcelOf(
  services: Services,
  actor: Actor,
  { requestId, ...of }: OfParcel & { requestId?: string | undefined },
): Promise<{ parcel: Parcel }> {
  const { buildingId, parcelId } = of;
  const press = { buildingId, userId: actor.id, requestId };
  const rows = await once(services.db, press, [parcelId], async () => {
    const { row, apartmentId } = await services.db.transaction().execute(async (trx) => {
      const waiting = await lockWaiting(trx, of);
      const at = services.clock.now();
      await closeParcels(trx, [parcelId], { outcome: "returned", at, by: actor.id, requestId });
      await writeAction(services, trx, actor, {
        buildingId,
        action: "parcels.returned",
        subjectId: parcelId,
        detail: { apartmentId: waiting.apartmentId },
      });
      const row = theOne(await findParcels(trx, buildingId, [parcelId]));
      await noteInLogbook(trx, {
        ...{ kind: "PARCEL_RETURNED", buildingId, at, actorId: actor.id, subjectId: parcelId },
        ...{ apartmentId: waiting.apartmentId, detail: { thing: parcelWords(row) } },
      });
      return { row, apartmentId: waiting.apartmentId };
    });
    await tellOfParcels(services, { buildingId, apartmentIds: homesIn(apartmentId) });
    return [row];
  });
  return { parcel: describeParcel(theOne(rows)) };
}

/** It was written down for the wrong home: the right one is told. @throws {Refused} PARCEL_NOT_FOUND, PARCEL_CLOSED, NOT_FOUND */
export async function moveParcelOf(
  services: Services,
  actor: Actor,
  { apartmentId, ...of }: OfParcel & { apartmentId: string },
): Promise<{ parcel: Parcel }> {
  const { buildingId, parcelId } = of;
  const { row, from } = await services.db.transaction().execute(async (trx) => {
    const waiting = await lockWaiting(trx, of);
    if ((await findHomes(trx, buildingId, { apartmentId })).length === 0) {
      throw new Refused("NOT_FOUND");
    }
    const isMoved = waiting.apartmentId !== apartmentId;
    const at = services.clock.now();
    if (isMoved) {
      await setHome(trx, parcelId, apartmentId, at);
      await writeAction(services, trx, actor, {
        buildingId,
        action: "parcels.moved",
        subjectId: parcelId,
        detail: { from: waiting.apartmentId, to: apartmentId },
      });
      await writeParcelNews(services, trx, "parcel", [{ apartmentId, since: at }]);
    }
    const moved = theOne(await findParcels(trx, buildingId, [parcelId]));
    if (isMoved) {
      await noteInLogbook(trx, {
        ...{ kind: "PARCEL_MOVED", buildingId, at, actorId: actor.id },
        ...{ subjectId: parcelId, apartmentId, detail: { thing: parcelWords(moved) } },
      });
    }
    return { row: moved, from: waiting.apartmentId };
  });
  services.wakeOutbox();
  await tellOfParcels(services, { buildingId, apartmentIds: homesIn(from, apartmentId) });
  return { parcel: describeParcel(row) };
}

/** Who came for their bills took them, and nobody wrote down who. @throws {Refused} PARCEL_NOT_FOUND for no such round */
export async function closeBillsOf(
  services: Services,
  actor: Actor,
  of: { buildingId: string; roundId: string },
): Promise<{ count: number }> {
  const { buildingId, roundId } = of;
  if ((await countRound(services.db, buildingId, roundId)) === 0) {
    throw new Refused("PARCEL_NOT_FOUND");
  }
  const apartmentIds = await findHomes(services.db, buildingId, { towerId: null });
  const count = await services.db.transaction().execute(async (trx) => {
    const at = services.clock.now();
    const { bill, closed } = await closeRound(trx, of, { userId: actor.id, at });
    if (closed > 0) {
      await noteInLogbook(trx, {
        ...{ kind: "BILLS_HANDED_OUT", buildingId, at, actorId: actor.id, subjectId: roundId },
        ...{ apartmentId: null, detail: { count: closed, ...(bill && { thing: billWords[bill] }) } },
      });
      await writeAction(services, trx, actor, {
        buildingId,
        action: "parcels.bills-closed",
        subjectId: roundId,
        detail: { count: closed },
      });
    }
    return closed;
  });
  if (count > 0) {
    await tellOfParcels(services, { buildingId, apartmentIds });
  }
  return { count };
}
