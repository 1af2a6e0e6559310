import { IconBell, IconCpu, IconCpuOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ControllerState, SecondSignIn } from "@umbral/contract/controllers/registering.contract";
import { useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions, Panel } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import css from "./ControllerTab.module.css";
import { accessWords, controllerStateWords, durationWords, secondSignInWords } from "./controller-words.ts";
import {
  registerControllerOf,
  removeController,
  replaceControllerWith,
  useController,
} from "./registering.api.ts";
import { testRelay } from "./relay.api.ts";

interface ControllerTabProps {
  buildingId: string;
  timeZone: string;
  hasSiren: boolean;
}

interface Pairing {
  code: string;
  expiresAt: string;
}

/** The computer in the building: its pairing, how it is now, and a test of the siren. */
export function ControllerTab({ buildingId, timeZone, hasSiren }: ControllerTabProps) {
  const query = useController(buildingId);
  /** Shown once: it is nowhere else, and gone with this screen. */
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const offer = useMutation({
    mutationFn: (replaced: ControllerState | null) =>
      replaced === null ? registerControllerOf(buildingId) : replaceControllerWith(replaced.id),
    onSuccess: ({ pairing: offered }) => {
      setPairing(offered);
      void refreshEverything();
    },
    onError: (error) => void sayFailed(error),
  });
  const state = query.data?.controller?.state;
  const isUsed = state === "connected" || state === "away";
  return (
    <Panel title="Controlador del edificio">
      {pairing === null || isUsed ? null : <PairingCode pairing={pairing} timeZone={timeZone} />}
      <ListStates
        query={query}
        isEmpty={({ controller }) => controller === null}
        skeleton={<CardSkeletons />}
        empty={{
          title: "Este edificio todavía no tiene controlador.",
          hint: "Es el computador que mueve las puertas y lee las cámaras.",
          icon: <IconCpuOff size={32} stroke={1.6} />,
          action: (
            <Button loading={offer.isPending} onClick={() => offer.mutate(null)}>
              Registrar controlador
            </Button>
          ),
        }}
      >
        {({ controller }) =>
          controller === null ? null : (
            <>
              <SecondSignInNotice second={controller.secondSignIn} timeZone={timeZone} />
              <DiskNotice controller={controller} timeZone={timeZone} />
              <Facts controller={controller} timeZone={timeZone} />
              <Actions fills>
                {hasSiren ? <SirenTest buildingId={buildingId} /> : null}
                <Button
                  look="quiet"
                  loading={offer.isPending}
                  onClick={() => void askAndOffer(controller, offer.mutate)}
                >
                  {isUsed ? "Reemplazar controlador" : "Pedir otro código"}
                </Button>
                <Button look="plain" onClick={() => void remove(controller.id)}>
                  Quitar controlador
                </Button>
              </Actions>
            </>
          )
        }
      </ListStates>
    </Panel>
  );
}

async function askAndOffer(
  controller: ControllerState,
  offer: (replaced: ControllerState) => void,
): Promise<void> {
  const isUsed = controller.state === "connected" || controller.state === "away";
  const isMeant =
    !isUsed ||
    (await dialogs.confirm({
      title: "¿Reemplazar el controlador?",
      text: "El que está ahora se desconecta y sus puertas no abren desde aquí hasta emparejar el nuevo.",
      irrevocable: true,
    }));
  if (isMeant) {
    offer(controller);
  }
}

async function remove(id: string): Promise<void> {
  const isMeant = await dialogs.confirm({
    title: "¿Quitar el controlador?",
    text: "Las puertas y cámaras del edificio dejan de funcionar desde aquí.",
    irrevocable: true,
  });
  if (!isMeant) {
    return;
  }
  try {
    await removeController(id);
    await refreshEverything();
  } catch (error) {
    await sayFailed(error);
  }
}

function PairingCode({ pairing, timeZone }: { pairing: Pairing; timeZone: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(pairing.code);
      notify("Código copiado.", "good");
    } catch {
      notify("El navegador no dejó copiar. Escríbelo a mano.", "trouble");
    }
  };
  return (
    <section className={css["pairing"]} aria-label="Código de emparejamiento">
      <p>Escribe este código en el controlador, como PAIRING_CODE. No se vuelve a mostrar.</p>
      <p className={css["code"]} data-pairing-code>
        {pairing.code}
      </p>
      <p className={css["soft"]}>Vence el {formatDate(pairing.expiresAt, timeZone)}.</p>
      <Button look="quiet" onClick={() => void copy()}>
        Copiar código
      </Button>
    </section>
  );
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
  const { state, version, lastSeenAt, status, pairingExpiresAt, access } = controller;
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
