import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import { dateWords } from "@umbral/contract/lib/date-words";
import { isOverstaying } from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import { timesOf, useOf } from "./describe-pass.ts";
import { listInside } from "./guest-list.ts";
import { momentAtDesk } from "./pass-at-desk.ts";
import { findDesk } from "./pass-desk.queries.ts";

/** Whoever comes is told of so many by name; that there are more is said. */
const NAMED_MOST = 50;

/** Guests who are inside as a shift is handed over, those that stay too long as such. */
export async function guestsInsideOf({ db, clock }: Services, buildingId: string): Promise<OpenItem[]> {
  const now = clock.now();
  const desk = await findDesk(db, buildingId, now);
  if (!desk) {
    return [];
  }
  const moment = await momentAtDesk(db, desk, now);
  const page = { search: "", page: 1, limit: NAMED_MOST };
  const { rows, total } = await listInside({ db }, desk, moment, page);
  const items = rows.map((row): OpenItem => {
    const isLate = isOverstaying(timesOf(row), useOf(row), moment);
    const people = row.entered - row.left;
    const words = [
      `${row.name ?? "Invitado"}${people > 1 ? ` (${people} personas)` : ""}`,
      ...(row.apartmentName === null ? [] : [`Apto ${row.apartmentName}`]),
      ...(row.lastMovementAt === null ? [] : [`desde ${dateWords(row.lastMovementAt, desk.timeZone)}`]),
      ...(isLate ? ["fuera de hora"] : []),
    ];
    return { about: isLate ? "overstay" : "guest", text: `Adentro: ${words.join(" · ")}` };
  });
  return total > NAMED_MOST
    ? [...items, { about: "guest", text: `Adentro: y ${total - NAMED_MOST} más` }]
    : items;
}
