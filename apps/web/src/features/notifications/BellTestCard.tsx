import { IconBellRinging2, IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from "@tabler/icons-react";
import type { BellTest, TestedDevice } from "@umbral/contract/notifications/bell-test.contract";
import { useEffect, useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import css from "./BellTestCard.module.css";
import { useBellTest, useStartBellTest } from "./bell-test.api.ts";
import { outcomeOf } from "./notifications.strings.ts";

/** 'Probar mi timbre': makes the person's own devices ring, and shows what arrived on each. */
export function BellTestCard() {
  const start = useStartBellTest();
  return (
    <section className={css["card"]} aria-labelledby="bell-test">
      <h2 id="bell-test">¿Te llega el timbre?</h2>
      <p className={css["soft"]}>
        Hacemos sonar tus dispositivos, sin llamar a nadie, y te mostramos a cuáles les llegó.
      </p>
      <Button
        look="quiet"
        icon={<IconBellRinging2 aria-hidden="true" size={20} />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        Probar mi timbre
      </Button>
      {start.error ? (
        <p role="alert" className={css["missing"]}>
          {sentenceFor(start.error)}
        </p>
      ) : null}
      {start.data ? <Results key={start.data.id} started={start.data} /> : null}
    </section>
  );
}

function Results({ started }: { started: BellTest }) {
  const isOver = useIsOver(started);
  const { data: test } = useBellTest(started, isOver);
  return (
    <div role="status">
      {test.devices.length === 0 ? (
        <p className={css["soft"]}>
          {isOver
            ? "Ningún dispositivo respondió. Activa las notificaciones en el que quieras que suene."
            : "Esperando a tus dispositivos…"}
        </p>
      ) : (
        <ul className={css["devices"]}>
          {test.devices.map((device) => (
            <Device key={device.id} device={device} isOver={isOver} />
          ))}
        </ul>
      )}
    </div>
  );
}

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  computer: IconDeviceDesktop,
} as const satisfies Record<TestedDevice["kind"], unknown>;

function Device({ device, isOver }: { device: TestedDevice; isOver: boolean }) {
  const Icon = icons[device.kind];
  const { text, tone } = outcomeOf(device, isOver);
  return (
    <li className={css["device"]}>
      <Icon aria-hidden="true" size={24} stroke={1.6} />
      <div>
        <p className={css["name"]}>
          {device.name}
          {device.isThis ? " (este)" : ""}
        </p>
        {device.registeredAt === null ? null : (
          <p className={css["soft"]}>Registrado el {formatDate(device.registeredAt)}</p>
        )}
        <p className={css[tone]}>{text}</p>
      </div>
    </li>
  );
}

/** Draws again when nothing can arrive any more. How long that is the server says; the clock of a device may be wrong. */
function useIsOver({ startedAt, expiresAt }: BellTest): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(expiresAt) - Date.parse(startedAt));
    return () => clearTimeout(timer);
  }, [startedAt, expiresAt]);
  return isOver;
}
