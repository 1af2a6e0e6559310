import {
  IconAlertTriangle,
  IconBan,
  IconBell,
  IconBellOff,
  IconPhone,
  IconPhoneOff,
  IconVolumeOff,
} from "@tabler/icons-react";
import { RING_MS } from "@umbral/contract/calls/call-times";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Face } from "../../../ui/StorageImage.tsx";
import { enterTopLayer } from "../../../ui/topLayer.ts";
import { CountdownRing, useSecondsLeft } from "../CountdownRing.tsx";
import { BY_SIGN, originOf, UNVERIFIED } from "../calls.strings.ts";
import type { RingingCall } from "../desk/index.ts";
import { usePreparedCall } from "../talk/index.ts";
import { RingingEntrance, useSeesEntrance } from "./RingingEntrance.tsx";
import css from "./RingingScreen.module.css";
import { cannedAnswersTo } from "./ring.strings.ts";

/** On a lower screen than this the answers need the room more than the face. */
const TALL_PX = 840;

/** Beside the picture of the entrance. */
const SMALL_FACE_PX = 56;

export interface RingingScreenProps {
  call: RingingCall;
  /** Others that ring and wait behind this one. */
  waiting: readonly RingingCall[];
  sound: "heard" | "silenced" | "blocked";
  /** It was answered here, and covers the page until the screen of the call has come. */
  isAnswered: boolean;
  onSilence(): void;
  onAnswer(): void;
  onReject(message?: string): void;
  /** Null for who cannot be blocked. */
  onBlock: (() => void) | null;
}

/**
 * Somebody rings: the whole screen, on top of everything. Escape does nothing, and no button has the
 * focus at first, so that nobody answers with what they were typing. Closing it otherwise is a no.
 */
export function RingingScreen({
  call,
  waiting,
  sound,
  isAnswered,
  onSilence,
  onAnswer,
  onReject,
  onBlock,
}: RingingScreenProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isDone = useRef(false);
  const seconds = useSecondsLeft(call.endsAtMs);
  const hasEntrance = useSeesEntrance(call);
  // Who was let come is no stranger, also before they came in for the first time.
  const isWarned = call.isBySign === true || (call.isUnverified && !call.isByPass);
  const [roomyFacePx] = useState(() => (window.innerHeight < TALL_PX ? 100 : 152));
  const faceSize = hasEntrance ? SMALL_FACE_PX : roomyFacePx;
  useOnTop(dialog);
  usePreparedCall("callee");

  const decide = (act: () => void) => {
    isDone.current = true;
    act();
  };
  const closed = useEffectEvent(() => {
    if (!isDone.current) {
      decide(onReject);
    }
  });

  useEffect(() => {
    const element = dialog.current;
    // Told late: it may have been closed and shown anew.
    const listener = () => (element?.open ? undefined : closed());
    // A phone's own way back closes it without asking.
    element?.addEventListener("close", listener);
    return () => element?.removeEventListener("close", listener);
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={css["screen"]}
      aria-labelledby={`${id}-who`}
      aria-describedby={`${id}-where`}
      onKeyDown={keepOpen}
      onCancel={(event) => event.preventDefault()}
    >
      <div className={css["top"]}>
        {onBlock === null ? null : (
          <button type="button" className={css["block"]} onClick={onBlock}>
            <IconBan aria-hidden="true" size={20} />
            Bloquear<span className="um-hidden"> a {call.from.name}</span>
          </button>
        )}
        <SoundButton sound={sound} onSilence={onSilence} />
        {waiting.length === 0 ? null : (
          <p className={css["waiting"]} role="status">
            {waiting.length === 1 ? "Otra llamada en espera" : `${waiting.length} llamadas en espera`}:{" "}
            {waiting.map(({ from }) => from.name).join(", ")}
          </p>
        )}
      </div>

      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it scrolls, the arrows scroll it. */}
      <div className={css["who"]} tabIndex={0} data-autofocus>
        {hasEntrance ? <RingingEntrance buildingId={call.building.id} className={css["entrance"]} /> : null}
        <CountdownRing endsAtMs={call.endsAtMs} totalMs={RING_MS} size={faceSize + 24}>
          <span className={css["halo"]} aria-hidden="true" />
          <Face src={call.from.photo} alt={`Foto de ${call.from.name}`} size={faceSize} />
        </CountdownRing>
        <div className={css["words"]} role="alert">
          <h2 id={`${id}-who`} className={css["name"]}>
            <span className="um-hidden">Llamada de </span>
            {call.from.name}
          </h2>
          <p id={`${id}-where`} className={css["where"]}>
            {call.isToLobby ? "llama a portería " : null}
            {call.apartment === null ? null : (
              <>
                {call.isToLobby ? "desde" : "llama a"} <strong>{call.apartment.name}</strong>
                <br />
              </>
            )}
            {call.isBySign ? `${BY_SIGN} · ` : null}
            {isWarned ? call.building.name : originOf(call)}
          </p>
          {isWarned ? (
            <p className={css["unverified"]}>
              <IconAlertTriangle aria-hidden="true" size={20} />
              {UNVERIFIED}
            </p>
          ) : null}
        </div>
        <p className={css["seconds"]} role="timer">
          {isAnswered
            ? "Contestando…"
            : seconds === 1
              ? "Suena 1 segundo más"
              : `Suena ${seconds} segundos más`}
        </p>
      </div>

      <div className={css["two"]}>
        <button
          type="button"
          className={css["answer"]}
          disabled={isAnswered}
          onClick={() => decide(onAnswer)}
        >
          <IconPhone aria-hidden="true" size={30} />
          Contestar
        </button>
        <button
          type="button"
          className={css["reject"]}
          disabled={isAnswered}
          onClick={() => decide(() => onReject())}
        >
          <IconPhoneOff aria-hidden="true" size={30} />
          Rechazar
        </button>
      </div>
      <section className={css["canned"]} aria-labelledby={`${id}-canned`}>
        <h3 id={`${id}-canned`}>O rechaza con un mensaje</h3>
        <ul>
          {cannedAnswersTo(call).map((message) => (
            <li key={message}>
              <button type="button" disabled={isAnswered} onClick={() => decide(() => onReject(message))}>
                {message}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </dialog>
  );
}

function SoundButton({ sound, onSilence }: Pick<RingingScreenProps, "sound" | "onSilence">) {
  if (sound === "blocked") {
    return (
      <p className={css["blocked"]}>
        <IconVolumeOff aria-hidden="true" size={20} />
        Sin sonido: toca la pantalla para oír el timbre
      </p>
    );
  }
  const isSilenced = sound === "silenced";
  return (
    <button type="button" className={css["silence"]} disabled={isSilenced} onClick={onSilence}>
      {isSilenced ? <IconBellOff aria-hidden="true" size={22} /> : <IconBell aria-hidden="true" size={22} />}
      {isSilenced ? "Timbre en silencio" : "Silenciar timbre"}
    </button>
  );
}

/** Escape would close the dialog, also against its own will when it is pressed twice. */
function keepOpen(event: KeyboardEvent) {
  if (event.key === "Escape") {
    event.preventDefault();
  }
}

/** Over every other dialog, with the focus on who calls, and on no button. */
function useOnTop(dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) {
      return;
    }
    const before = document.activeElement;
    // Shown where it has the focus already: to move it there afterwards lays the whole page out once more.
    element.querySelector("[data-autofocus]")?.setAttribute("autofocus", "");
    element.showModal();
    const leave = enterTopLayer(element, { coversPage: true });
    return () => {
      leave();
      element.close();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true });
      }
    };
  }, [dialog]);
}
