import { IconBuildingCommunity, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { AccessKind, WaitingPlace } from "@umbral/contract/access-requests/access-requests.contract";
import { Link } from "react-router";
import { ListStates } from "../../ui/ListStates.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { accessSentences } from "./access-requests.strings.ts";
import css from "./RequestBuildingsScreen.module.css";
import { requestsOf } from "./request-paths.ts";
import { waitingPlacesQuery } from "./waiting-places.api.ts";

/** '/building/dashboard/apartments/requests/admin': one's buildings, with how many wait in each. */
export function RequestBuildingsScreen() {
  const query = useQuery(waitingPlacesQuery);
  return (
    <Screen className={css["column"]}>
      <h1>Solicitudes por edificio</h1>
      <ListStates
        query={query}
        isEmpty={({ places }) => buildingsOf(places).length === 0}
        skeleton={<CardSkeletons lines={3} />}
        empty={{
          title: accessSentences.empty,
          icon: <IconBuildingCommunity size={32} stroke={1.6} />,
        }}
      >
        {({ places }) => (
          <ul className={css["list"]} aria-label="Edificios">
            {buildingsOf(places).map((place) => (
              <li key={place.building.id} className={css["building"]}>
                <h2>{place.building.name}</h2>
                <ListLink kind="employees" place={place} count={place.employees} />
                <ListLink kind="owners" place={place} count={place.owners ?? 0} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Screen>
  );
}

const buildingsOf = (places: readonly WaitingPlace[]) => places.filter(({ apartment }) => apartment === null);

const linkNames: Readonly<Record<AccessKind, string>> = {
  employees: "Solicitudes de Usuarios",
  owners: "Solicitudes de Propietarios",
};

function ListLink({ kind, place, count }: { kind: AccessKind; place: WaitingPlace; count: number }) {
  return (
    <Link className={css["link"]} to={requestsOf(kind, place.building.id)}>
      <span>{linkNames[kind]}</span>
      <span className={css["count"]} data-some={count > 0 || undefined}>
        {count === 0 ? "Ninguna pendiente" : count === 1 ? "1 pendiente" : `${count} pendientes`}
      </span>
      <IconChevronRight aria-hidden="true" size={20} />
    </Link>
  );
}
