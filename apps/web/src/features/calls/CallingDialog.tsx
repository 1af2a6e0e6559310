import { IconMessage2, IconPhoneOff, IconPhoneOutgoing, IconX } from "@tabler/icons-react";
import { MISSED_DIALOG_MS, RING_MS } from "@umbral/contract/calls/call-times";
import { type ReactNode, useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { Button, joined } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import css from "./CallingDialog.module.css";
import { CountdownRing, useSecondsLeft } from "./CountdownRing.tsx";
import { callSentences, progressWords } from "./calls.strings.ts";
import type { LobbyCall } from "./lobby-call.ts";
import type { LobbyCallView, PersonCall } from "./lobby-call-view.ts";

interface CallingDialogProps {
  /** An apartment, or the lobby. */
  to: string;
  call: LobbyCall;
  /** It is over, and whoever called has read how. */
  onOver(view: LobbyCallView): void;
}

/** An apartment is being called: how it goes with each person of it, and how it ended. */
export function CallingDialog({ to, call, onOver }: CallingDialogProps) {
  const view = useSyncExternalStore(call.subscribe, call.view);
  const { phase } = view;
  const isToBeRead = phase === "missed" || phase === "rejected";
  const isRunning = phase === "starting" || phase === "ringing";
  const isOver = !isRunning && !isToBeRead;
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
      isOpen={!isOver}
      title={`${isRunning ? "Llamando a" : "Llamada a"} ${to}`}
      onClose={isToBeRead ? () => onOver(view) : undefined}
      narrow
    >
      <div className={css["calling"]}>
        {isToBeRead ? <Ending view={view} onRead={() => onOver(view)} /> : <Running view={view} />}
      </div>
    </Modal>
  );
}

function Running({ view: { people, endsAtMs, actions } }: { view: LobbyCallView }) {
  const seconds = useSecondsLeft(endsAtMs);
  const clock = useRef<HTMLDivElement>(null);
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
      <ul className={css["people"]} aria-label="A quién llamas" aria-live="polite">
        {people.length === 0 ? <PersonRow icon="notifying" name="Buscando a quien llamar…" words="" /> : null}
        {people.map((person, index) => (
          <Person key={person.personId} person={person} number={index + 1} />
        ))}
      </ul>
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

function Person({ person, number }: { person: PersonCall; number: number }) {
  const { progress, rejectMessage, name } = person;
  return (
    <PersonRow
      icon={progress}
      // Visitors are not told who lives there.
      name={name ?? `Residente ${number}`}
      words={progressWords[progress]}
      more={rejectMessage === null ? null : <q className={css["said"]}>{rejectMessage}</q>}
    />
  );
}

interface PersonRowProps {
  icon: PersonCall["progress"];
  name: string;
  words: string;
  more?: ReactNode;
}

function PersonRow({ icon, name, words, more }: PersonRowProps) {
  return (
    <li className={css["person"]}>
      <Face src={null} alt="" />
      <div className={css["words"]}>
        <strong>{name}</strong>
        <span className={joined(css["progress"], css[icon])}>{words}</span>
        {more}
      </div>
    </li>
  );
}

function Ending({ view, onRead }: { view: LobbyCallView; onRead(): void }) {
  const { phase, rejectMessage, isFromLobby, people } = view;
  const isMissed = phase === "missed";
  const who = people.findLast((person) => person.rejectMessage !== null)?.name ?? null;
  const said = rejectMessage ?? callSentences.rejected;
  const missed = isFromLobby ? callSentences.missedFromLobby : callSentences.missed;
  return (
    <>
      <span className={css["icon"]} aria-hidden="true">
        {isMissed ? <IconPhoneOff size={36} stroke={1.6} /> : null}
        {!isMissed && rejectMessage !== null ? <IconMessage2 size={36} stroke={1.6} /> : null}
        {!isMissed && rejectMessage === null ? <IconX size={36} stroke={1.6} /> : null}
      </span>
      <div role="alert">
        <p className={css["sentence"]}>{isMissed ? missed : said}</p>
        {isMissed || who === null ? null : <p className={css["who"]}>{who}</p>}
      </div>
      <Button wide autoFocus onClick={onRead}>
        Entendido
      </Button>
      {isMissed ? (
        <span
          className={css["closing"]}
          style={{ "--closes-in": `${MISSED_DIALOG_MS}ms` }}
          aria-hidden="true"
        />
      ) : null}
    </>
  );
}
