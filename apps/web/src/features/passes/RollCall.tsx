import { IconPrinter, IconRefresh, IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { formatDate, formatSince } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Actions } from "../../ui/Panel.tsx";
import rows from "../../ui/PlainRows.module.css";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import css from "./RollCall.module.css";
import { RollCallSheet } from "./RollCallSheet.tsx";
import { peopleWords, type RollCall as RollCallRead, useRollCall } from "./roll-call.api.ts";

/** Who is inside now, since when and whom they came to, and the homes to be called up. */
export function RollCall({ buildingId }: { buildingId: string }) {
  const query = useRollCall(buildingId);
  const [isPrinting, setPrinting] = useState(false);
  const readAgain = async () => {
    const { error } = await query.refetch();
    if (error !== null && query.data !== undefined) {
      void sayFailed(error);
    }
  };
  return (
    <ListStates query={query} skeleton={<CardSkeletons />}>
      {(rollCall) => (
        <div className={css["roll"]}>
          <Actions fills>
            <Button icon={<IconPrinter aria-hidden="true" size={20} />} onClick={() => setPrinting(true)}>
              Imprimir
            </Button>
            <Button
              look="quiet"
              icon={<IconRefresh aria-hidden="true" size={20} />}
              loading={query.isFetching}
              onClick={() => void readAgain()}
            >
              Refrescar
            </Button>
          </Actions>
          <p className={rows["soft"]} role="status">
            {rollCall.building.name} · {formatDate(rollCall.at, rollCall.building.timeZone)}
          </p>
          <Inside rollCall={rollCall} />
          <Homes homes={rollCall.homes} />
          {isPrinting ? <RollCallSheet rollCall={rollCall} onDone={() => setPrinting(false)} /> : null}
        </div>
      )}
    </ListStates>
  );
}

function Inside({ rollCall: { at, building, guests, visitors } }: { rollCall: RollCallRead }) {
  const since = (moment: string) => `desde ${formatSince(moment, new Date(at), building.timeZone)}`;
  if (guests.length === 0 && visitors.length === 0) {
    return (
      <Empty
        title="No hay visitas adentro."
        icon={<IconUserOff aria-hidden="true" size={32} stroke={1.6} />}
      />
    );
  }
  return (
    <>
      <section aria-label="Con invitación">
        <h3>Con invitación: {peopleWords(guests)}</h3>
        {guests.length === 0 ? (
          <p className={rows["soft"]}>Nadie.</p>
        ) : (
          <ul className={rows["list"]}>
            {guests.map((guest, place) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two of one name apart.
                key={place}
                name={guest.name}
                home={guest.home === null ? "Edificio" : `Apto ${guest.home}`}
                more={guest.people === 1 ? "" : peopleWords([guest])}
                since={guest.since === null ? "" : since(guest.since)}
              />
            ))}
          </ul>
        )}
      </section>
      {visitors.length === 0 ? null : (
        <section aria-label="Con código de visita">
          <h3>Entraron con código de visita</h3>
          <p className={rows["soft"]}>
            Hoy o en las últimas 12 horas. Su salida no se anota: pueden haberse ido.
          </p>
          <ul className={rows["list"]}>
            {visitors.map((visitor) => (
              <Row
                key={`${visitor.since} ${visitor.name}`}
                name={visitor.name}
                home=""
                more=""
                since={since(visitor.since)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface RowProps {
  name: string;
  home: string;
  more: string;
  since: string;
}

const Row = ({ name, home, more, since }: RowProps) => (
  <li className={css["row"]}>
    <strong>{name}</strong>
    <span className={rows["soft"]}>{[home, more, since].filter((part) => part !== "").join(" · ")}</span>
  </li>
);

function Homes({ homes }: { homes: RollCallRead["homes"] }) {
  return (
    <section aria-label="Apartamentos">
      <h3>Apartamentos: {homes.length}</h3>
      <p className={rows["soft"]}>Quién está en cada uno no se sabe: llámalos uno por uno.</p>
      <ul className={css["called"]}>
        {homes.map(({ tower, home }) => (
          <li key={`${tower} ${home}`}>
            {tower} · {home}
          </li>
        ))}
      </ul>
    </section>
  );
}
