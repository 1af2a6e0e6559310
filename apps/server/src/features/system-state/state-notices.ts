import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { findBuildingNames } from "../buildings/index.ts";
import { mailOf, writeMessages, writeToMany } from "../notifications/notifications.service.ts";
import type { News } from "./component-rule.ts";
import { findWhoIsTold } from "./component-states.queries.ts";
import { sentenceOfNews } from "./state-words.ts";

/** Older than this it is no news: whoever looks sees how it is. */
const NEWS_MS = 24 * 3_600_000;
/** Lines of one mail; more have one cause. */
const LINES_AT_MOST = 40;

/** One mail and one push for each person who has to know, with all that one look found. */
export async function writeNotices(services: Services, trx: Trx, news: readonly News[]): Promise<void> {
  const now = services.clock.now();
  const buildingIds = [...new Set(news.flatMap(({ buildingId }) => buildingId ?? []))];
  const [people, buildings] = await Promise.all([
    findWhoIsTold(trx, buildingIds, now),
    findBuildingNames(trx, buildingIds),
  ]);
  const expiresAt = new Date(now.getTime() + NEWS_MS);
  for (const person of people) {
    const own = news.filter(
      ({ buildingId }) =>
        person.buildingIds === null || (buildingId !== null && person.buildingIds.includes(buildingId)),
    );
    const lines = own.map((one) => sentenceOfNews(one, buildings));
    const [first] = lines;
    if (first === undefined) {
      continue;
    }
    const isTrouble = own.some(({ tell }) => tell === "trouble");
    const subject = isTrouble ? "Hay equipos o servicios con problemas" : "Volvió a funcionar";
    const path = person.buildingIds === null ? "/admin-dashboard/system-state" : "/admin-dashboard";
    const body = lines.length === 1 ? first : `${first} Y ${lines.length - 1} más.`;
    // One at a time on the device: the next takes its place.
    const data = { path, tag: "system-state" };
    const push = { push: "system-state", subject, body, data, expiresAt, smsBody: "" } as const;
    await writeToMany(services, trx, { pushes: [person.id], sms: [] }, push);
    if (person.email === "") {
      continue;
    }
    const more = lines.length - LINES_AT_MOST;
    const paragraphs = [...lines.slice(0, LINES_AT_MOST), ...(more > 0 ? [`Y ${more} más.`] : [])];
    const link = { label: "Ver cómo está", url: `${publicUrlOf(services.env)}${path}` };
    await writeMessages(services, trx, [
      mailOf({ userId: person.id, to: person.email, subject, paragraphs, link, expiresAt }),
    ]);
  }
}
