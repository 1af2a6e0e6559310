import { IconMailboxOff, IconPackage } from "@tabler/icons-react";
import { parcelWords } from "@umbral/contract/parcels/parcel-words";
import { type FormEvent, useState } from "react";
import { formatWhen } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useBroughtIntoSight } from "../../lib/useBroughtIntoSight.ts";
import { useNow } from "../../lib/useNow.ts";
import { usePress } from "../../lib/usePress.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { CheckField } from "../../ui/fields.tsx";
import { Verdict } from "../../ui/Verdict.tsx";
import type { FoundParcels } from "./found-parcels.api.ts";
import { TakenByField } from "./ParcelFields.tsx";
import css from "./ParcelsFound.module.css";
import { waitingWords } from "./parcel-count.ts";
import { type Handover, refreshParcels, sendHandover } from "./parcels.api.ts";

interface ParcelsFoundProps {
  buildingId: string;
  timeZone: string | undefined;
  found: FoundParcels;
  /** It is done, or cannot be done any more, and this is said of it. */
  onDone(told: string): void;
}

/** The code or what waits is another by now: what is shown is not so any more. */
const outdated: readonly string[] = [
  "PARCEL_CODE_NOT_VALID",
  "PARCEL_CLOSED",
  "PARCEL_NOT_FOUND",
  "PARCELS_OF_ONE_HOME",
];

/** A home's code was typed at the desk: what waits for it, in one look, and all of it handed over by one press. */
export function ParcelsFound({ buildingId, timeZone, found, onDone }: ParcelsFoundProps) {
  const { apartment, person, parcels, waiting = parcels.length, code } = found;
  const now = useNow(60_000);
  const [takenBy, setTakenBy] = useState(person);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const { card, title } = useBroughtIntoSight();
  const nameOf = usePress();
  const taken = parcels.filter(({ id }) => !left.includes(id));
  const sending = useUpload((body: Handover, how) => sendHandover(buildingId, body, how), {
    done: (handed) => {
      void refreshParcels(buildingId);
      onDone(`Entregado a ${apartment.name}: ${handed.parcels.map(parcelWords).join(", ")}.`);
    },
    failed: (error) => {
      void refreshParcels(buildingId);
      void sayFailed(error);
      if (error instanceof CallRefused && outdated.includes(error.code)) {
        onDone(sentenceFor(error));
      }
    },
    goesOn: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (takenBy.trim() !== "" && taken.length > 0) {
      const handed = { parcelIds: taken.map(({ id }) => id).join(","), takenBy: takenBy.trim(), code };
      sending.begin({ ...handed, requestId: nameOf(JSON.stringify(handed)) });
    }
  };
  return (
    <section ref={card} className={css["found"]} aria-labelledby="collected-title">
      <Verdict
        tone={parcels.length > 0 ? "good" : "bad"}
        icon={
          parcels.length > 0 ? (
            <IconPackage aria-hidden="true" size={36} />
          ) : (
            <IconMailboxOff aria-hidden="true" size={36} />
          )
        }
        title={waitingWords(waiting) ?? "Nada por recoger"}
        detail={`El código es de ${person}`}
      />
      <h2 id="collected-title" ref={title} tabIndex={-1}>
        Correspondencia de {apartment.name}
      </h2>
      {parcels.length === 0 ? null : (
        <form className={css["found"]} noValidate onSubmit={submit}>
          <ul className={css["list"]} aria-label="Por entregar">
            {parcels.map((parcel) => (
              <li key={parcel.id}>
                <CheckField
                  checked={!left.includes(parcel.id)}
                  onChange={(isTaken) =>
                    setLeft(isTaken ? left.filter((id) => id !== parcel.id) : [...left, parcel.id])
                  }
                >
                  <strong>{parcelWords(parcel)}</strong>{" "}
                  {[
                    parcel.place,
                    parcel.carrier,
                    `Llegó ${formatWhen(parcel.receivedAt, now, timeZone)}`,
                    parcel.note,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </CheckField>
              </li>
            ))}
          </ul>
          {waiting > parcels.length ? (
            <p>
              Se entregan {parcels.length} a la vez. Las demás quedan en portería: el apartamento saca otro
              código para recogerlas.
            </p>
          ) : null}
          <TakenByField value={takenBy} onChange={setTakenBy} isChecked={isChecked} />
          <Button type="submit" wide loading={sending.isPending} disabled={taken.length === 0}>
            {taken.length === 1 ? "Entregar" : `Entregar ${taken.length}`}
          </Button>
        </form>
      )}
    </section>
  );
}
