import { IconChevronLeft, IconChevronRight, IconUsers } from "@tabler/icons-react";
import type { ListedVisit, VisitState } from "@umbral/contract/visits/visits.contract";
import { sayTime } from "../../lib/dates.ts";
import { keyIn } from "../../lib/key-in.ts";
import type { ListAddress } from "../../lib/useListAddress.ts";
import { IconButton } from "../../ui/Button.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import css from "./DayOfVisits.module.css";
import { dayIn, daysFrom, titleOfDay } from "./visit-days.ts";
import { useVisits } from "./visits.api.ts";

/** What an address says of the list. Who comes is looked for by what no address tells. */
export const visitFilters = ["edificio", "dia", "estado"] as const;
export const typedOfVisits = ["buscar"] as const;

interface DayOfVisitsProps {
  buildingId: string;
  timeZone: string | undefined;
  address: ListAddress<(typeof visitFilters)[number] | (typeof typedOfVisits)[number]>;
}

const states = [
  { value: undefined, label: "Todas" },
  { value: "waiting", label: "Esperando" },
  { value: "authorised", label: "Autorizadas" },
] as const satisfies readonly { value: VisitState | undefined; label: string }[];

/** Who asked to come today, or on a day before, and who was let in. New ones appear by themselves. */
export function DayOfVisits({ buildingId, timeZone, address }: DayOfVisitsProps) {
  const day = dayIn(address.value("dia"));
  const state = keyIn(stateWords, address.value("estado"));
  const search = address.value("buscar");
  const query = useVisits(buildingId, { day, search, state, page: address.page });
  useLastPage(address, query);
  const shown = query.data?.day;
  const isToday = day === undefined;

  const go = (by: number) => {
    if (query.data !== undefined) {
      // From the day that was asked for last: what is shown may still be the one before.
      const to = daysFrom(day ?? query.data.today, by);
      address.change({ dia: to >= query.data.today ? "" : to });
    }
  };

  return (
    <section className={css["day"]} aria-label="Visitas del día">
      <header className={css["head"]}>
        <IconButton label="Día anterior" onClick={() => go(-1)}>
          <IconChevronLeft aria-hidden="true" />
        </IconButton>
        <h2 aria-live="polite">{titleOfDay(shown ?? day, query.data?.today)}</h2>
        <IconButton label="Día siguiente" disabled={isToday} onClick={() => go(1)}>
          <IconChevronRight aria-hidden="true" />
        </IconButton>
      </header>
      <SearchField
        label="Buscar por nombre o documento"
        value={search}
        onChange={(buscar) => address.change({ buscar })}
      />
      <fieldset className={css["states"]}>
        <legend className="um-hidden">Mostrar</legend>
        {states.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            className={css["state"]}
            aria-pressed={state === value}
            onClick={() => address.change({ estado: value ?? "" })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <ListStates
        query={query}
        isEmpty={({ visits }) => visits.length === 0}
        skeleton={<CardSkeletons count={4} picture="face" />}
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
            <Pages page={address.page} total={totalPages} onChange={address.goTo} />
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
