import type { OpenItem } from "@umbral/contract/kiosks/handing-over.contract";
import { dateWords } from "@umbral/contract/lib/date-words";
import { parcelWords } from "@umbral/contract/parcels/parcel-words";
import type { Services } from "../../platform/context.ts";
import { countWaiting, findWaitingAlone } from "./parcels.queries.ts";

/** Whoever comes is told of so many one by one; that there are more is said. */
const TOLD_MOST = 50;

/** What waits to be collected as a shift is handed over: parcels one by one, the bills of rounds as a number. */
export async function parcelsOpenIn({ db }: Pick<Services, "db">, buildingId: string): Promise<OpenItem[]> {
  const [rows, waiting] = await Promise.all([
    findWaitingAlone(db, buildingId, TOLD_MOST),
    countWaiting(db, buildingId),
  ]);
  const alone = rows[0]?.total ?? 0;
  const items = rows.map((row): string =>
    [
      parcelWords(row),
      ...(row.apartmentName === null ? [] : [`Apto ${row.apartmentName}`]),
      ...(row.place === "" ? [] : [row.place]),
      `desde ${dateWords(row.receivedAt, row.timeZone)}`,
    ].join(" · "),
  );
  if (alone > rows.length) {
    items.push(`y ${alone - rows.length} más`);
  }
  if (waiting > alone) {
    items.push(waiting - alone === 1 ? "1 recibo" : `${waiting - alone} recibos`);
  }
  return items.map((words) => ({ about: "parcel", text: `Por recoger: ${words}` }));
}
