import { IconChevronLeft, IconChevronRight, IconUsers } from "@tabler/icons-react";
import type { ListedVisit, VisitState } from "@umbral/contract/visits/visits.contract";
import { useDeferredValue, useState } from "react";
import { sayTime } from "../../lib/dates.ts";
import { IconButton } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Pages } from "../../ui/Pages.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import css from "./DayOfVisits.module.css";
import { daysFrom, titleOfDay } from "./visit-days.ts";
import { useVisits } from "./visits.api.ts";

interface DayOfVisitsProps {
  buildingId: string;
  timeZone: string | undefined;
}

const states = [
  { value: undefined, label: "Todas" },
  { value: "waiting", label: "Esperando" },
  { value: "authorised", label: "Autorizadas" },
] as const satisfies readonly { value: VisitState | undefined; label: string }[];

/** Who asked to come today, or on a day before, and who was let in. New ones appear by themselves. */
export function DayOfVisits({ buildingId, timeZone }: DayOfVisitsProps) {
  const [day, setDay] = useState<string | undefined>();
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<VisitState | undefined>();
  const [page, setPage] = useState(1);
  const search = useDeferredValue(typed.trim());
  const query = useVisits(buildingId, { day, search, state, page });
  const shown = query.data?.day;
  const isToday = day === undefined;

  const go = (by: number) => {
    if (query.data !== undefined) {
      const to = daysFrom(query.data.day, by);
      setDay(to >= query.data.today ? undefined : to);
      setPage(1);
    }
  };

  return (
    <section className={css["day"]} aria-label="Visitas del día">
      <header className={css["head"]}>
        <IconButton label="Día anterior" onClick={() => go(-1)}>
          <IconChevronLeft aria-hidden="true" />
        </IconButton>
        <h2 aria-live="polite">{titleOfDay(isToday ? undefined : (shown ?? day), query.data?.today)}</h2>
        <IconButton label="Día siguiente" disabled={isToday} onClick={() => go(1)}>
          <IconChevronRight aria-hidden="true" />
        </IconButton>
      </header>
      <TextField
        label="Buscar por nombre o documento"
        value={typed}
        autoComplete="off"
        maxLength={100}
        onChange={(text) => {
          setTyped(text);
          setPage(1);
        }}
      />
      <fieldset className={css["states"]}>
        <legend className="um-hidden">Mostrar</legend>
        {states.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            className={css["state"]}
            aria-pressed={state === value}
            onClick={() => {
              setState(value);
              setPage(1);
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <ListStates
        query={query}
        isEmpty={({ visits }) => visits.length === 0}
        skeleton={<CardSkeletons count={4} />}
        empty={emptyWords(search !== "" || state !== undefined, isToday)}
      >
        {({ visits, totalPages }) => (
          <>
            <ul className={css["list"]} aria-busy={query.isPlaceholderData}>
              {visits.map((visit) => (
                <li key={visit.id}>
                  <Row visit={visit} timeZone={timeZone} />
                </li>
              ))}
            </ul>
            <Pages page={page} total={totalPages} onChange={setPage} />
          </>
        )}
      </ListStates>
    </section>
  );
}

function emptyWords(isFiltered: boolean, isToday: boolean) {
  const icon = <IconUsers size={32} stroke={1.6} />;
  if (isFiltered) {
    return { title: "Ninguna visita coincide con tu búsqueda.", hint: "Cambia el texto o mira todas.", icon };
  }
  return isToday
    ? {
        title: "Todavía no hay visitas hoy.",
        hint: "Cuando alguien pida un código de ingreso, aparece aquí solo.",
        icon,
      }
    : { title: "Ese día no hubo visitas.", icon };
}

const stateWords: Record<VisitState, string> = {
  waiting: "Esperando",
  authorised: "Autorizada",
  expired: "No vino",
};

function Row({ visit, timeZone }: { visit: ListedVisit; timeZone: string | undefined }) {
  const { user, image, state, requestedAt, authorised } = visit;
  return (
    <article className={css["visit"]}>
      <Face src={image} alt={image === null ? "" : `Foto de ${user.name}`} size={56} />
      <div className={css["words"]}>
        <h3>{user.name}</h3>
        <p className={css["cedula"]}>{user.cedula}</p>
        <p className={css["when"]}>
          Pidió a {sayTime(requestedAt, timeZone)}
          {authorised === null
            ? null
            : ` · Autorizó ${authorised.by?.name ?? "otra persona"} a ${sayTime(authorised.at, timeZone)}`}
        </p>
      </div>
      <p className={css["badge"]} data-state={state}>
        {stateWords[state]}
      </p>
    </article>
  );
}
