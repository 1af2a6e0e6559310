import { IconBell, IconCpu } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ControllerState, SecondSignIn } from "@umbral/contract/controllers/registering.contract";
import { formatDate } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { notify } from "../../ui/notices.ts";
import { Actions } from "../../ui/Panel.tsx";
import css from "./ControllerTab.module.css";
import {
  accessWords,
  configurationWords,
  controllerStateWords,
  durationWords,
  secondSignInWords,
} from "./controller-words.ts";
import { removeController } from "./registering.api.ts";
import { testRelay, useMayTestRelays } from "./relay.api.ts";

interface ControllerCardProps {
  buildingId: string;
  controller: ControllerState;
  timeZone: string;
  /** What only the platform does; undefined for everybody else. */
  pairing:
    | {
        isOffering: boolean;
        /** A new code for it. */
        onOffer(): void;
        onRename(): void;
        /** Its code is good for nothing any more. */
        onGone(): void;
      }
    | undefined;
}

/** One computer in the building: how it is, what it has against what it should have, and what is its own. */
export function ControllerCard(props: ControllerCardProps) {
  const { buildingId, controller, timeZone, pairing } = props;
  const { name, state, secondSignIn, hasSiren } = controller;
  const mayTest = useMayTestRelays(buildingId);
  const isUsed = state === "connected" || state === "away";
  return (
    <article className={css["controller"]} aria-label={name}>
      <h3>{name}</h3>
      <SecondSignInNotice second={secondSignIn} timeZone={timeZone} />
      <DiskNotice controller={controller} timeZone={timeZone} />
      <Facts controller={controller} timeZone={timeZone} />
      <Actions fills>
        {hasSiren && mayTest ? <SirenTest buildingId={buildingId} /> : null}
        {pairing === undefined ? null : (
          <>
            <Button look="quiet" onClick={pairing.onRename}>
              Cambiar nombre
            </Button>
            <Button
              look={isUsed ? "destructive" : "quiet"}
              loading={pairing.isOffering}
              onClick={() => void askAndOffer(controller, pairing.onOffer)}
            >
              {isUsed ? "Reemplazar controlador" : "Pedir otro código"}
            </Button>
            <Button look="destructive" onClick={() => void remove(controller, pairing.onGone)}>
              Eliminar controlador
            </Button>
          </>
        )}
      </Actions>
    </article>
  );
}

async function askAndOffer(controller: ControllerState, offer: () => void): Promise<void> {
  const isUsed = controller.state === "connected" || controller.state === "away";
  const isMeant =
    !isUsed ||
    (await dialogs.confirm({
      title: "¿Reemplazar el controlador?",
      text: "El que está ahora se desconecta y sus puertas no abren desde aquí hasta emparejar el nuevo.",
      irrevocable: true,
    }));
  if (isMeant) {
    offer();
  }
}

async function remove({ id, doors, cameras }: ControllerState, onGone: () => void): Promise<void> {
  const own = [...doors, ...cameras].map(({ name }) => name).join(", ");
  const isMeant = await dialogs.confirm({
    title: "¿Eliminar el controlador?",
    text:
      own === ""
        ? "No tiene puertas ni cámaras: nada más cambia."
        : `Quedan sin controlador y dejan de funcionar desde aquí: ${own}.`,
    irrevocable: true,
  });
  if (!isMeant) {
    return;
  }
  try {
    await removeController(id);
    onGone();
    await refreshEverything();
  } catch (error) {
    await sayFailed(error);
  }
}

/** A building that runs from memory forgets what happened when its power goes. */
function DiskNotice({ controller: { status }, timeZone }: { controller: ControllerState; timeZone: string }) {
  if (!status?.diskFailingSince) {
    return null;
  }
  return (
    <p className={css["danger"]} role="status">
      El disco del controlador está lleno o falla desde el {formatDate(status.diskFailingSince, timeZone)}.
      Las puertas siguen funcionando, pero lo que pase se pierde si el controlador se apaga. Libera espacio o
      cambia el disco.
    </p>
  );
}

/** Who shares a key can open the doors: said in words, with what to do. */
function SecondSignInNotice({ second, timeZone }: { second: SecondSignIn | null; timeZone: string }) {
  if (second === null) {
    return null;
  }
  return (
    <p className={css[second.answered ? "danger" : "notice"]} role="status">
      {secondSignInWords(second, formatDate(second.at, timeZone))}
    </p>
  );
}

function Facts({ controller, timeZone }: { controller: ControllerState; timeZone: string }) {
  const { state, version, lastSeenAt, status, pairingExpiresAt, access, configuration } = controller;
  const { doors, cameras } = controller;
  return (
    <dl className={css["facts"]}>
      <div>
        <dt>Estado</dt>
        <dd>
          <span className={css["state"]} data-state={state} role="status">
            <IconCpu aria-hidden="true" size={20} />
            {controllerStateWords[state]}
          </span>
        </dd>
      </div>
      {pairingExpiresAt === null ? null : (
        <Fact name="El código vence" value={formatDate(pairingExpiresAt, timeZone)} />
      )}
      <Fact name="Puertas" value={namesOf(doors)} />
      <Fact name="Cámaras" value={namesOf(cameras)} />
      <Fact name="Versión" value={version ?? "—"} />
      <Fact
        name="Visto por última vez"
        value={lastSeenAt === null ? "Nunca" : formatDate(lastSeenAt, timeZone)}
      />
      <Fact name="Encendido desde hace" value={status === null ? "—" : durationWords(status.uptimeMs)} />
      <Fact
        name="Hechos por enviar"
        value={status === null ? "—" : status.queue === 0 ? "Ninguno" : String(status.queue)}
      />
      <Fact name="Error de su reloj" value={clockWords(status?.clockErrorMs ?? null)} />
      <Fact name="Lista de acceso" value={accessWords(access)} />
      {access?.keptAt == null ? null : (
        <Fact name="Lista confirmada" value={formatDate(access.keptAt, timeZone)} />
      )}
      <Fact name="Configuración" value={configurationWords(configuration)} />
      {configuration?.keptAt == null ? null : (
        <Fact name="Configuración confirmada" value={formatDate(configuration.keptAt, timeZone)} />
      )}
      <Fact
        name="Su disco"
        value={status === null ? "—" : status.diskFailingSince ? "Lleno o dañado" : "Bien"}
      />
    </dl>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const namesOf = (devices: readonly { name: string }[]): string =>
  devices.map(({ name }) => name).join(", ") || "Ninguna";

/** Under a second nobody minds. */
const clockWords = (errorMs: number | null): string =>
  errorMs === null
    ? "—"
    : Math.abs(errorMs) < 1000
      ? "Menos de un segundo"
      : `${durationWords(Math.abs(errorMs))} ${errorMs > 0 ? "adelantado" : "atrasado"}`;

function SirenTest({ buildingId }: { buildingId: string }) {
  const test = useMutation({
    mutationFn: () => testRelay(buildingId, "siren"),
    onSuccess: () => notify("La sirena sonó dos segundos.", "good"),
    onError: (error) => void sayFailed(error),
  });
  return (
    <Button
      look="quiet"
      icon={<IconBell aria-hidden="true" size={20} />}
      loading={test.isPending}
      onClick={() => test.mutate()}
    >
      Probar sirena
    </Button>
  );
}
