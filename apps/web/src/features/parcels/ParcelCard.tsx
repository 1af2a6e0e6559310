import { parcelStateWords, parcelWords } from "@umbral/contract/parcels/parcel-words";
import type { Parcel } from "@umbral/contract/parcels/parcels.contract";
import type { ReactNode } from "react";
import { formatWhen } from "../../lib/dates.ts";
import css from "../../ui/RecordCards.module.css";

interface ParcelCardProps {
  parcel: Parcel;
  now: Date;
  timeZone: string | undefined;
  /** Whose it is stands first, where it is not one's own. */
  withHome?: boolean;
  children?: ReactNode;
}

/** One parcel: what it is, where it lies and since when, or what became of it. */
export function ParcelCard({ parcel, now, timeZone, withHome = false, children }: ParcelCardProps) {
  const { apartment, carrier, place, note, outcome, closedAt, receivedAt, takenBy } = parcel;
  const home = withHome ? `${apartment?.name ?? "Apartamento eliminado"} · ` : "";
  return (
    <article className={css["card"]}>
      <div className={css["head"]}>
        <h2>
          {home}
          {parcelWords(parcel)}
        </h2>
        <span className={css["state"]} data-state={outcome ?? "waiting"}>
          {parcelStateWords(parcel)}
        </span>
      </div>
      <p className={css["facts"]}>
        {[carrier, place, `Llegó ${formatWhen(receivedAt, now, timeZone)}`].filter(Boolean).join(" · ")}
      </p>
      {closedAt === null ? null : (
        <p className={css["facts"]}>
          {outcome === "returned" ? "Devuelta" : takenBy === "" ? "Entregada" : `La recogió ${takenBy}`}{" "}
          {formatWhen(closedAt, now, timeZone)}
        </p>
      )}
      {note === "" ? null : <p className={css["facts"]}>{note}</p>}
      {children}
    </article>
  );
}
