import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { findHolder, findHolderId, findPlaceOfInput, keepFormer } from "./former-devices.queries.ts";
import type { TakenFact } from "./taken-facts.ts";

/** By so much a controller's clock may be ahead of ours: what it did until the end of its time is its own. */
const CLOCK_AHEAD_MS = 60_000;
/** A controller that goes on about a device which is another's is written down once in this time. */
const WRITTEN_EVERY_MS = 10 * 60_000;
const written = new Map<string, number>();

/**
 * Does it tell of a device that is another controller's, and was already when it happened? One that it had before is
 * believed for that time, however late it tells; one that nobody knows is nobody else's.
 * @param inThis what was written down in this transaction already
 * @returns what remembers after the commit that it was written down; undefined for a device that is nobody else's
 */
export async function noteOfAnother(
  { clock, log }: Pick<Services, "clock" | "log">,
  trx: Trx,
  controller: { id: string; buildingId: string },
  fact: TakenFact,
  inThis: Set<string>,
): Promise<(() => void) | undefined> {
  for (const { deviceId, known } of await devicesOf(trx, fact)) {
    const holder = await findHolder(trx, controller.id, deviceId, known);
    // Of a time that cannot be it is not known whether it was then: it is marked anyway.
    const wasIts =
      holder?.until && (fact.toldAt !== null || fact.at.getTime() <= holder.until.getTime() + CLOCK_AHEAD_MS);
    if (!holder || holder.controllerId === controller.id || wasIts) {
      continue;
    }
    log.warn({ controllerId: controller.id, deviceId, kind: fact.kind }, "told of another's device");
    const now = clock.now();
    const about = `${controller.id} ${deviceId}`;
    const isDue = now.getTime() - (written.get(about) ?? Number.NEGATIVE_INFINITY) >= WRITTEN_EVERY_MS;
    if (isDue && !inThis.has(about)) {
      inThis.add(about);
      await writeAuditLine(trx, {
        buildingId: controller.buildingId,
        actorId: null,
        action: "controllers.not-its-device",
        subjectId: controller.id,
        detail: { deviceId, kind: fact.kind },
        at: now,
      });
      return () => written.set(about, now.getTime());
    }
    return () => undefined;
  }
  return undefined;
}

/** From now on another controller has them. */
export async function rememberFormer(
  trx: Trx,
  moved: { controllerId: string; deviceIds: readonly string[]; until: Date },
): Promise<void> {
  for (const deviceId of moved.deviceIds) {
    await keepFormer(trx, { controllerId: moved.controllerId, deviceId, until: moved.until });
  }
}

/** An input goes with another door from now on, or with what is the whole building's: another controller may have it by that. */
export async function rememberFormerInput(
  trx: Trx,
  { inputId, from, to, at }: { inputId: string; from: string; to: string; at: Date },
): Promise<void> {
  const [before, after] = [await findHolderId(trx, from), await findHolderId(trx, to)];
  if (before && before !== after) {
    await keepFormer(trx, { controllerId: before, deviceId: inputId, until: at });
  }
}

/** What follows of an intrusion or an opening names a thing that only its controller knows. */
async function devicesOf(trx: Trx, fact: TakenFact): Promise<{ deviceId: string; known: string[] }[]> {
  const inputId = "inputId" in fact ? fact.inputId : null;
  const ofInput = inputId === null ? undefined : await findPlaceOfInput(trx, inputId);
  const named = ["doorId" in fact ? fact.doorId : null, "cameraId" in fact ? fact.cameraId : null];
  return [
    ...named.flatMap((id) => (id === null ? [] : { deviceId: id, known: [id] })),
    ...(inputId === null || ofInput === undefined ? [] : [{ deviceId: ofInput, known: [ofInput, inputId] }]),
  ];
}
