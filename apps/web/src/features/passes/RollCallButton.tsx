import { IconUrgent } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { readRollCall } from "@umbral/contract/passes/roll-call.contract";
import { useState } from "react";
import type { z } from "zod";
import { call } from "../../lib/call.ts";
import { formatDate, formatTime } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { PrintSheet } from "../../ui/PrintSheet.tsx";
import css from "./RollCall.module.css";

type RollCall = z.output<(typeof readRollCall)["reply"]>;

/** One press, and paper says who is inside now and which homes are to be called up: for an evacuation. */
export function RollCallButton({ buildingId }: { buildingId: string }) {
  const [sheet, setSheet] = useState<RollCall | null>(null);
  const ask = useMutation({
    mutationFn: () =>
      call<typeof readRollCall>("GET", "/api/buildings/{buildingId}/roll-call", { params: { buildingId } }),
    onSuccess: setSheet,
    onError: (error) => void sayFailed(error),
  });
  return (
    <>
      <Button
        look="quiet"
        icon={<IconUrgent aria-hidden="true" size={20} />}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        Quién está adentro
      </Button>
      {sheet === null ? null : <Sheet rollCall={sheet} onDone={() => setSheet(null)} />}
    </>
  );
}

function Sheet({ rollCall, onDone }: { rollCall: RollCall; onDone(): void }) {
  const { at, building, guests, visitors, homes } = rollCall;
  const { timeZone } = building;
  const people = guests.reduce((sum, guest) => sum + guest.people, 0);
  return (
    <PrintSheet onDone={onDone}>
      <h1>Quién está adentro · {building.name}</h1>
      <p>{formatDate(at, timeZone)}</p>
      <h2>Con invitación: {people === 1 ? "1 persona" : `${people} personas`}</h2>
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
          <h2>Entraron hoy con código de visita (su salida no se anota)</h2>
          <ul className={css["visitors"]}>
            {visitors.map(({ name, since }) => (
              <li key={`${since} ${name}`}>
                ☐ {name} · {formatTime(since, timeZone)}
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
