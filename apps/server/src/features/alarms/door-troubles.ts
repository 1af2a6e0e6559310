import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import { DOOR_TROUBLE_MS, DoorTrouble } from "@umbral/contract/alarms/intrusions.contract";
import { buildingsWhere } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { device } from "../../platform/live.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import { findTrouble, findTroublesSince, type TroubleRow, wasJustSo } from "./door-troubles.queries.ts";

/** A door that swings in the wind wakes nobody twice within this: pushes are held, screens are not. */
const PUSHES_APART_MS = 5 * 60_000;

/** Tells the homes on whose way a door stays open, in the transaction of the fact; what it returns tells screens, after it. */
export type TellHeld = (
  trx: Trx,
  held: { id: string; buildingId: string; doorId: string; door: string; at: Date },
) => Promise<(() => void) | undefined>;

/**
 * A door was forced or stands open for too long, or an input is on: the people of the building's lobby see it at once, and who looks
 * elsewhere gets a push. One that is told long afterwards, because its controller was away, is in the list alone.
 * @returns what tells the screens, after the commit
 */
export async function raiseTrouble(
  services: Services,
  trx: Trx,
  intrusionId: string,
  tellHeld: TellHeld,
): Promise<(() => void) | undefined> {
  const { clock, live } = services;
  const trouble = await findTrouble(trx, intrusionId);
  const expiresAt = trouble && new Date(trouble.startedAt.getTime() + DOOR_TROUBLE_MS);
  if (!trouble || !expiresAt || expiresAt <= clock.now()) {
    return undefined;
  }
  const people = await peopleWhoMay(
    trx,
    "events.watch",
    { buildingId: trouble.buildingId, apartmentId: null },
    clock.now(),
  );
  const isAgain = await wasJustSo(trx, trouble, PUSHES_APART_MS);
  const { doorId, doorName } = trouble;
  const tellHomes =
    !isAgain && trouble.kind === "door-held" && doorId !== null && doorName !== null
      ? await tellHeld(trx, { ...trouble, doorId, door: doorName, at: trouble.startedAt })
      : undefined;
  if (!isAgain) {
    const subject = `${intrusionWords[trouble.kind]}: ${whereOf(trouble)}`;
    await writeToMany(
      services,
      trx,
      { pushes: people, sms: [] },
      {
        subject,
        body: trouble.buildingName,
        smsBody: subject,
        push: "door-trouble",
        data: { path: "/", tag: trouble.id },
        expiresAt,
      },
    );
  }
  return () => {
    services.wakeOutbox();
    live.tellPeople(people, "door_trouble", newsOf(trouble));
    tellHomes?.();
  };
}

/** Tells a device that has just signed in what was wrong lately with the doors that its person watches. */
export async function tellTroubles(
  { db, clock, live }: Services,
  socketId: string,
  actor: Actor,
): Promise<void> {
  const buildings = actor.userType === "ADMIN" ? [] : buildingsWhere(actor, "events.watch");
  if (buildings.length === 0) {
    return;
  }
  const since = new Date(clock.now().getTime() - DOOR_TROUBLE_MS);
  for (const trouble of (await findTroublesSince(db, buildings, since)).reverse()) {
    live.tell(device(socketId), "door_trouble", newsOf(trouble));
  }
}

/** The input and its door, or the door. */
const whereOf = ({ inputName, doorName }: Pick<TroubleRow, "inputName" | "doorName">): string =>
  [inputName, doorName].filter((name) => name !== null).join(" · ");

const newsOf = ({
  cameraId,
  cameraName,
  startedAt,
  doorName,
  inputName,
  ...trouble
}: TroubleRow): DoorTrouble =>
  DoorTrouble.parse({
    ...trouble,
    doorName: whereOf({ inputName, doorName }),
    camera: cameraId === null ? null : { id: cameraId, name: cameraName ?? "Cámara" },
    at: startedAt.toISOString(),
  });
