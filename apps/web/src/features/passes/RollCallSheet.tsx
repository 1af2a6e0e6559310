import { formatDate } from "../../lib/dates.ts";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import css from "./RollCall.module.css";
import { peopleWords, type RollCall } from "./roll-call.api.ts";

/** The same on paper, with boxes to tick: the browser's dialog opens at once. */
export function RollCallSheet({ rollCall, onDone }: { rollCall: RollCall; onDone(): void }) {
  const { at, building, guests, visitors, homes } = rollCall;
  const { timeZone } = building;
  return (
    <PrintSheet onDone={onDone}>
      <h1>Quién está adentro · {building.name}</h1>
      <p>{formatDate(at, timeZone)}</p>
      <h2>Con invitación: {peopleWords(guests)}</h2>
      {guests.length === 0 ? (
        <p>Nadie.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Nombre</th>
              <th scope="col">Apartamento</th>
              <th scope="col">Personas</th>
              <th scope="col">Desde</th>
              <th scope="col">Está</th>
            </tr>
          </thead>
          <tbody>
            {guests.map(({ name, home, people: count, since }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list on paper
              <tr key={place}>
                <td>{name}</td>
                <td>{home ?? "Edificio"}</td>
                <td>{count}</td>
                <td>{since === null ? "" : formatDate(since, timeZone)}</td>
                <td className={css["box"]}>☐</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {visitors.length === 0 ? null : (
        <>
          <h2>Entraron con código de visita, hoy o en las últimas 12 horas (su salida no se anota)</h2>
          <ul className={css["visitors"]}>
            {visitors.map(({ name, since }) => (
              <li key={`${since} ${name}`}>
                ☐ {name} · {formatDate(since, timeZone)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Apartamentos: {homes.length}</h2>
      <ul className={css["homes"]}>
        {homes.map(({ tower, home }) => (
          <li key={`${tower} ${home}`}>
            ☐ {tower} · {home}
          </li>
        ))}
      </ul>
    </PrintSheet>
  );
}
