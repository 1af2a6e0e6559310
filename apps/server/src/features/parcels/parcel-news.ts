import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { platformPeople } from "../../platform/live.ts";
import { writeToMany } from "../notifications/notifications.service.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import { type CameToHome, findPeopleOfHomes, findPeopleToTell } from "./parcel-people.queries.ts";

/** Where a home sees what waits for it. */
const HOME_PATH = "/building/dashboard/correspondencia";
/** A device that was off for so long is not told of it any more: it waits on the first screen all the same. */
const NEWS_MS = 24 * 3_600_000;
/** People whose devices are written at once. */
const PEOPLE_AT_ONCE = 500;

/** What is told to a home. Nothing of what it is or whom it is for: a telephone lies on a table. */
export type ParcelNews = "parcel" | "bill" | "reminder";

const words: Record<ParcelNews, { subject: string; body: string }> = {
  parcel: {
    subject: "Llegó correspondencia a portería",
    body: "Abre Umbral para ver dónde está y recogerla.",
  },
  bill: { subject: "Llegó un recibo a portería", body: "Abre Umbral para ver dónde está y recogerlo." },
  reminder: {
    subject: "Tienes correspondencia en portería",
    body: "Sigue esperando. Abre Umbral para ver dónde está y recogerla.",
  },
};

/**
 * Written with what happened, in its transaction; the outbox is woken after it. Who sees it hears of it, and each once,
 * however much came.
 */
export async function writeParcelNews(
  services: Services,
  trx: Trx,
  news: ParcelNews,
  came: readonly CameToHome[],
): Promise<void> {
  const now = services.clock.now();
  const people = await findPeopleToTell(trx, came, now);
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) {
    await writeToMany(
      services,
      trx,
      { pushes: people.slice(from, from + PEOPLE_AT_ONCE), sms: [] },
      {
        ...words[news],
        smsBody: "",
        push: "parcel",
        data: { path: HOME_PATH, tag: `parcels-${news}` },
        expiresAt: new Date(now.getTime() + NEWS_MS),
      },
    );
  }
}

/** What waits is another: the homes hear of it, and whoever may read of all. After the commit. */
export async function tellOfParcels(
  { db, clock, live }: Services,
  { buildingId, apartmentIds }: { buildingId: string; apartmentIds: readonly string[] },
): Promise<void> {
  const now = clock.now();
  const [only] = apartmentIds;
  const heard = { buildingId, apartmentId: apartmentIds.length === 1 && only !== undefined ? only : null };
  const [homes, readers] = await Promise.all([
    findPeopleOfHomes(db, apartmentIds, now),
    peopleWhoMay(db, "parcels.read", { buildingId, apartmentId: null }, now),
  ]);
  live.tellPeople([...new Set([...homes, ...readers])], "parcels:changed", heard);
  live.tell(platformPeople, "parcels:changed", heard);
}
