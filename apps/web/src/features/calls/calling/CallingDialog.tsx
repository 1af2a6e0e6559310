import {
  IconDoorEnter,
  IconMessage2,
  IconPhoneCheck,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconX,
} from "@tabler/icons-react";
import { MISSED_DIALOG_MS, RING_MS } from "@umbral/contract/calls/call-times";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Disc } from "../../../ui/Disc.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { CountdownRing, useSecondsLeft } from "../CountdownRing.tsx";
import { callSentences, saidWords } from "../call-outcomes.strings.ts";
import { usePreparedCall } from "../talk/index.ts";
import css from "./CallingDialog.module.css";
import { CallingPeople } from "./CallingPeople.tsx";
import type { LobbyCall } from "./lobby-call.ts";
import type { LobbyCallView } from "./lobby-call-view.ts";

interface CallingDialogProps {
  call: LobbyCall;
  /** It is over, and whoever called has read how. */
  onOver(view: LobbyCallView): void;
}

/** An apartment is being called: how it goes with each person of it, and how it ended. */
export function CallingDialog({ call, onOver }: CallingDialogProps) {
  const view = useSyncExternalStore(call.subscribe, call.view);
  const { phase, to } = view;
  const isToBeRead = phase === "missed" || phase === "rejected" || phase === "telephone";
  const isRunning = phase === "starting" || phase === "ringing";
  const isOver = !isRunning && !isToBeRead;
  // Whoever was answered sees how it rang until the screen of the call stands there.
  const isShown = !isOver || phase === "accepted";
  const over = useEffectEvent(() => onOver(view));

  useEffect(() => {
    if (isOver) {
      over();
    }
    const timer = phase === "missed" ? setTimeout(over, MISSED_DIALOG_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isOver, phase]);

  return (
    <Modal
      isOpen={isShown}
      title={`${isRunning || isOver ? "Llamando a" : "Llamada a"} ${to}`}
      onClose={isToBeRead ? () => onOver(view) : undefined}
      narrow
    >
      <div className={css["calling"]}>
        {isToBeRead ? <Ending view={view} onRead={() => onOver(view)} /> : <Running view={view} />}
      </div>
    </Modal>
  );
}

function Running({ view: { people, isToLobby, endsAtMs, actions } }: { view: LobbyCallView }) {
  const seconds = useSecondsLeft(endsAtMs);
  const clock = useRef<HTMLDivElement>(null);
  usePreparedCall("caller");
  useEffect(() => {
    // Not on the button: the Enter that began the call must not end it when it is held too long.
    clock.current?.focus();
  }, []);
  return (
    <>
      <div ref={clock} className={css["clock"]} tabIndex={-1}>
        <CountdownRing endsAtMs={endsAtMs} totalMs={RING_MS} size={132}>
          <span className={css["pulse"]} aria-hidden="true">
            <IconPhoneOutgoing size={32} stroke={1.7} />
          </span>
          <span className={css["seconds"]} role="timer" aria-label="Segundos que faltan">
            {seconds ?? RING_MS / 1000}
          </span>
        </CountdownRing>
      </div>
      <CallingPeople people={people} isToLobby={isToLobby} />
      <Button
        look="quiet"
        wide
        icon={<IconPhoneOff aria-hidden="true" size={22} />}
        disabled={actions.cancel === undefined}
        onClick={actions.cancel}
      >
        Cancelar llamada
      </Button>
    </>
  );
}

const endingIcons = {
  missed: <IconPhoneOff size={36} stroke={1.6} />,
  rejected: <IconX size={36} stroke={1.6} />,
  message: <IconMessage2 size={36} stroke={1.6} />,
  telephone: <IconPhoneCheck size={36} stroke={1.6} />,
  opened: <IconDoorEnter size={36} stroke={1.6} />,
};

function Ending({ view, onRead }: { view: LobbyCallView; onRead(): void }) {
  const { icon, sentence, more } = endingWords(view);
  return (
    <>
      <Disc tone="brand">{endingIcons[icon]}</Disc>
      <div role="alert">
        <p className={css["sentence"]}>{sentence}</p>
        {more === null ? null : <p className={css["who"]}>{more}</p>}
      </div>
      <Button wide autoFocus onClick={onRead}>
        Entendido
      </Button>
      {view.phase === "missed" ? (
        <span
          className={css["closing"]}
          style={{ "--closes-in": `${MISSED_DIALOG_MS}ms` }}
          aria-hidden="true"
        />
      ) : null}
    </>
  );
}

interface EndingWords {
  icon: keyof typeof endingIcons;
  sentence: string;
  more: string | null;
}

function endingWords({ phase, people, rejectMessage, isFromLobby }: LobbyCallView): EndingWords {
  if (phase === "missed") {
    const sentence = isFromLobby ? callSentences.missedFromLobby : callSentences.missed;
    return { icon: "missed", sentence, more: null };
  }
  if (phase === "telephone") {
    const by = people.find(({ progress }) => progress === "telephone");
    return {
      icon: by?.said === "opened" ? "opened" : "telephone",
      sentence: `${by?.name ?? "El residente"} contestó por teléfono.`,
      more: by?.said ? saidWords[by.said] : "Espera un momento: todavía no ha dicho nada.",
    };
  }
  const who = people.findLast((person) => person.rejectMessage !== null)?.name ?? null;
  return rejectMessage === null
    ? { icon: "rejected", sentence: callSentences.rejected, more: who }
    : { icon: "message", sentence: rejectMessage, more: who };
}
