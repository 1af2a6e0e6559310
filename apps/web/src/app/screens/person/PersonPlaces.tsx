import { isVisitor } from "@umbral/contract/lib/policy";
import type { PersonPage, PersonPlace } from "@umbral/contract/users/person.contract";
import { Link, useNavigate } from "react-router";
import { MovingOut, roleNames } from "../../../features/users/index.ts";
import { adminPaths, apartmentUsersPath } from "../../../lib/admin-paths.ts";
import { formatDate, formatDay } from "../../../lib/dates.ts";
import { refreshEverything } from "../../../lib/queries.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { AddPlace } from "./AddPlace.tsx";
import css from "./Person.module.css";
import { HomeActs, RoleActs } from "./PersonPlaceActs.tsx";

/** 'Hogares y roles': what somebody is, where, since when and until when. */
export function PersonPlaces({ person }: { person: PersonPage }) {
  const navigate = useNavigate();
  const { places, carriesIn, may } = person;
  const buildings = new Map(places.map(({ building }) => [building.id, building]));
  /** Whoever administers one building knows nobody who is nothing there any more. */
  const leave = () => void navigate(adminPaths.users, { replace: true });
  const removed = (ended: PersonPlace) => {
    if (places.some(({ id }) => id !== ended.id) || carriesIn.length > 0) {
      // By which doors they come in is another as well.
      void refreshEverything();
    } else {
      leave();
    }
  };
  return (
    <Panel title="Hogares y roles" action={may.addPlace ? <AddPlace person={person} /> : null}>
      {places.length + carriesIn.length === 0 ? (
        <p className={css["soft"]}>No tiene ningún rol ahora.</p>
      ) : (
        <ul className={css["rows"]}>
          {places.map((place) => {
            const { id, role, building, apartment, since, endsAt } = place;
            return (
              <li key={id}>
                <strong>{roleNames[role]}</strong>
                <Home apartment={apartment} building={building} />
                <span className={css["soft"]}>
                  Desde el {formatDay(since, building.timeZone)}
                  {endsAt === null ? "" : ` · hasta el ${formatDate(endsAt, building.timeZone)}`}
                </span>
                {apartment === null ? (
                  <RoleActs person={person} place={place} onRemoved={removed} />
                ) : (
                  <HomeActs person={person} place={{ ...place, apartment }} onRemoved={removed} />
                )}
              </li>
            );
          })}
          {carriesIn.map(({ building, apartment, from, until }) => (
            <li key={building.id}>
              <strong>Entra con tarjeta o PIN, sin cuenta</strong>
              <Home apartment={apartment} building={building} />
              <span className={css["soft"]}>
                {from === null ? "" : `Desde el ${formatDate(from, building.timeZone)} · `}
                {until === null ? "Sin fecha de salida" : `Hasta el ${formatDate(until, building.timeZone)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {places.length > 0 && places.every(({ role }) => isVisitor(role)) ? (
        <p className={css["soft"]}>
          Esta persona se registró por su cuenta como visitante. Para darle un hogar o un rol, invítala con su
          celular o correo.
        </p>
      ) : null}
      {may.moveOutOf.length === 0 ? null : (
        <div className={css["acts"]}>
          {may.moveOutOf.map((id) => {
            const name = buildings.get(id)?.name ?? "";
            return (
              <MovingOut
                key={id}
                mover={{ buildingId: id, userId: person.id }}
                label={may.moveOutOf.length === 1 ? "Retirar del edificio" : `Retirar de ${name}`}
                title={`Retirar a ${person.name} de ${name}`}
                onDone={leave}
              />
            );
          })}
        </div>
      )}
    </Panel>
  );
}

type Place = PersonPage["carriesIn"][number];

const Home = ({ apartment, building }: Pick<Place, "apartment" | "building">) => (
  <span>
    {apartment === null ? null : (
      <>
        <Link
          className={css["link"]}
          to={apartmentUsersPath(apartment.id)}
          state={{ apartmentName: apartment.name }}
        >
          Apartamento {apartment.name}
        </Link>
        {" · "}
      </>
    )}
    {building.name}
  </span>
);
