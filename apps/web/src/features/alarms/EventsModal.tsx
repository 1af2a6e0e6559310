import { IconBellOff, IconFlame, IconShieldExclamation } from "@tabler/icons-react";
import type { AlarmEvent } from "@umbral/contract/alarms/alarms.contract";
import { may } from "@umbral/contract/lib/policy";
import { lazy, Suspense, useState } from "react";
import { principalOf, useMay } from "../../lib/useMay.ts";
import { useSession } from "../../lib/useSession.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckField } from "../../ui/fields.tsx";
import { HoldButton } from "../../ui/HoldButton.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./AlarmForms.module.css";
import { raisedSentence } from "./alarm-acts.strings.ts";
import { sendUserEvent } from "./alarms.api.ts";
import { alarmSentences, eventSentences } from "./alarms.strings.ts";
import { SilenceModal } from "./SilenceModal.tsx";

/** A resident's phone has no use for it. */
const BuildingChoice = lazy(async () => ({
  default: (await import("../buildings/BuildingChoice.tsx")).BuildingChoice,
}));

/** The bottom bar's panic: two alarms, each held to confirm, and the way to silence what is active. */
export function EventsModal({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const current = useSession();
  const isPlatform = current?.user?.userType === "ADMIN";
  const [chosen, setChosen] = useState<string>();
  const principal = principalOf(current);
  // Where they are now, unless they may not there: who is a guest of one building may live in another.
  const own = current?.spaces.find(({ building: { id } }) =>
    may(principal, "alarms.raise", { buildingId: id }),
  )?.building;
  // Of the platform's people none belongs to a building: they say which one they mean (decisions §4).
  const building: EventsProps["building"] | undefined = isPlatform
    ? chosen === undefined
      ? undefined
      : { id: chosen }
    : own;
  const [silencing, setSilencing] = useState<string | null>(null);
  const [drill, setDrill] = useState(false);
  // The next time it is asked anew: nobody raises a drill who meant what is real.
  const close = () => {
    setDrill(false);
    onClose();
  };
  return (
    <>
      <Modal
        isOpen={isOpen}
        title={drill ? "Simulacro" : "Alertas"}
        look={drill ? "drill" : undefined}
        onClose={() => {
          setChosen(undefined);
          close();
        }}
      >
        {isPlatform ? (
          <Suspense fallback={null}>
            <BuildingChoice value={chosen} onChange={setChosen} none="Elige el edificio" />
          </Suspense>
        ) : null}
        {building === undefined ? (
          isPlatform ? null : (
            <p role="alert">{alarmSentences.noBuilding}</p>
          )
        ) : (
          <Events
            key={building.id}
            building={building}
            drill={drill}
            onDrill={setDrill}
            onClose={close}
            onSilence={() => {
              close();
              setSilencing(building.id);
            }}
          />
        )}
      </Modal>
      <SilenceModal buildingId={silencing} onClose={() => setSilencing(null)} />
    </>
  );
}

interface EventsProps {
  /** Without its name where it stands beside this. */
  building: { id: string; name?: string };
  drill: boolean;
  onDrill(drill: boolean): void;
  onClose(): void;
  onSilence(): void;
}

function Events({ building, drill, onDrill, onClose, onSilence }: EventsProps) {
  const leave = useWhileHere(onClose);
  const mayHoldDrill = useMay("alarms.close", { buildingId: building.id });
  const [sending, setSending] = useState<AlarmEvent | null>(null);

  const raise = async (event: AlarmEvent) => {
    setSending(event);
    try {
      const done = await sendUserEvent({ buildingId: building.id, event, ...(drill ? { drill } : {}) });
      leave();
      notify(raisedSentence(done, drill), done.confirmed ? "good" : "trouble");
    } catch {
      setSending(null);
      notify(alarmSentences.notRaised, "trouble");
    }
  };

  return (
    <div className={css["form"]}>
      <p>
        Avisa a todas las personas {building.name === undefined ? "del edificio" : `de ${building.name}`}
        {drill ? " que es un simulacro" : ""}. Mantén presionado hasta completar el círculo.
      </p>
      <div className={css["holds"]} aria-busy={sending !== null}>
        <HoldButton
          label={eventSentences.INTRUSION}
          icon={<IconShieldExclamation aria-hidden="true" size={40} />}
          isDanger
          disabled={sending !== null}
          onHeld={() => void raise("INTRUSION")}
        />
        <HoldButton
          label={eventSentences.EMERGENCY}
          icon={<IconFlame aria-hidden="true" size={40} />}
          isDanger
          disabled={sending !== null}
          onHeld={() => void raise("EMERGENCY")}
        />
      </div>
      <Button
        look="quiet"
        icon={<IconBellOff aria-hidden="true" size={22} />}
        disabled={sending !== null}
        onClick={onSilence}
      >
        {eventSentences.MUTE}
      </Button>
      {mayHoldDrill ? (
        <CheckField checked={drill} onChange={onDrill}>
          Es un simulacro
        </CheckField>
      ) : null}
      <p role="status">{sending === null ? "" : drill ? "Enviando el simulacro…" : "Enviando la alerta…"}</p>
    </div>
  );
}
