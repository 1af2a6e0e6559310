import { IconBan, IconId, IconMicrophoneOff, IconWifi1 } from "@tabler/icons-react";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { type RefObject, useState } from "react";
import { Face } from "../../../ui/StorageImage.tsx";
import { originOf } from "../calls.strings.ts";
import { DoorPanel } from "../door-panel/index.ts";
import { askAndBlock, isBlockable } from "../history/index.ts";
import type { CallView } from "../session/index.ts";
import { CallControls } from "./CallControls.tsx";
import { CallDoor } from "./CallDoor.tsx";
import { CallEntrance, useHasEntrance } from "./CallEntrance.tsx";
import css from "./CallStage.module.css";
import { CallTimer } from "./CallTimer.tsx";
import { DeviceNotice } from "./DeviceNotice.tsx";
import { OwnPicture } from "./OwnPicture.tsx";
import { RemotePicture } from "./RemotePicture.tsx";
import { phaseWords, weakWords } from "./talk.strings.ts";

interface CallStageProps {
  view: CallView;
  /** Where the sheet over the call leaves how to go one step back in it. */
  stepBack?: RefObject<(() => void) | null>;
}

/** One call, filling the window: the other side, oneself, and what can be done. */
export function CallStage({ view, stepBack }: CallStageProps) {
  const { call, phase, remote, otherSends, own, actions, mayOpenDoor } = view;
  const name = otherName(view);
  const isLive = phase === "connected" || phase === "reconnecting";
  const isSeen = isLive && otherSends?.camera !== false && remote !== null;
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [isEntranceOpen, setEntranceOpen] = useState(false);
  const hasEntrance = useHasEntrance(call, view.isCaller) && view.ended === null;
  const panelOf = mayOpenDoor && isPanelOpen ? (call?.apartment ?? null) : null;
  const block = async ({ apartment, caller }: Call) => {
    if (apartment !== null && (await askAndBlock(apartment.id, caller))) {
      actions.hangUp?.();
    }
  };
  return (
    <div className={css["stage"]} data-phase={phase} data-panel={panelOf !== null || undefined}>
      <RemotePicture
        stream={remote}
        label={`Video de ${name}`}
        isShown={isSeen}
        isDimmed={phase === "reconnecting"}
      />
      {isSeen ? null : <Waiting view={view} name={name} />}

      <header className={css["head"]}>
        <div>
          <h1 className={css["name"]}>
            <span className="um-hidden">Llamada con </span>
            {name}
          </h1>
          {call === null ? null : (
            <p className={css["where"]}>{view.isCaller ? placeCalled(call) : placeOf(call)}</p>
          )}
          {call === null || view.isCaller || !isBlockable(call) ? null : (
            <button type="button" className={css["block"]} onClick={() => void block(call)}>
              <IconBan aria-hidden="true" size={18} />
              Bloquear
            </button>
          )}
        </div>
        <p
          className={css["phase"]}
          data-trouble={phase === "reconnecting" || phase === "unreachable" || undefined}
        >
          <span role="status">{phaseWords[phase]}</span>
          {isLive ? <CallTimer callId={call?.id ?? null} /> : null}
        </p>
        <WeakWay isWeak={isLive && view.isWeak} />
        {isLive && otherSends?.microphone === false ? (
          <p className={css["muted"]} role="status">
            <IconMicrophoneOff aria-hidden="true" size={18} />
            {name} tiene el micrófono apagado
          </p>
        ) : null}
      </header>

      {hasEntrance && isEntranceOpen && call !== null && panelOf === null ? (
        <CallEntrance buildingId={call.building.id} onClose={() => setEntranceOpen(false)} />
      ) : null}
      <OwnPicture own={own} />
      <DeviceNotice own={own} askAgain={actions.askForDevices} />

      <footer className={css["foot"]}>
        {mayOpenDoor && call !== null && panelOf === null ? (
          <div className={css["doorRow"]}>
            <CallDoor buildingId={call.building.id} callId={call.id} isBySign={call.isBySign === true} />
            {call.apartment === null ? null : <PanelButton onPress={() => setPanelOpen(true)} />}
          </div>
        ) : null}
        <CallControls
          actions={actions}
          entrance={
            hasEntrance && panelOf === null
              ? { isOpen: isEntranceOpen, toggle: () => setEntranceOpen(!isEntranceOpen) }
              : null
          }
        />
      </footer>

      {panelOf === null || call === null ? null : (
        <DoorPanel
          callId={call.id}
          buildingId={call.building.id}
          apartmentId={panelOf.id}
          isBySign={call.isBySign === true}
          remote={isSeen ? remote : null}
          stepBack={stepBack}
          onHangUp={() => actions.hangUp?.()}
          onClose={() => setPanelOpen(false)}
        />
      )}
    </div>
  );
}

/** That the own picture was made smaller stands there while it is; that it is whole again is said and not shown. */
function WeakWay({ isWeak }: { isWeak: boolean }) {
  const [wasWeak, setWasWeak] = useState(false);
  if (isWeak && !wasWeak) {
    setWasWeak(true);
  }
  return (
    <p className={isWeak ? css["phase"] : "um-hidden"} data-trouble={isWeak || undefined} role="status">
      {isWeak ? (
        <>
          <IconWifi1 aria-hidden="true" size={18} />
          {weakWords.now}
        </>
      ) : wasWeak ? (
        weakWords.over
      ) : null}
    </p>
  );
}

function PanelButton({ onPress }: { onPress(): void }) {
  return (
    <button type="button" className={css["identify"]} onClick={onPress}>
      <IconId aria-hidden="true" size={24} />
      <span>
        Identificar<span className={css["more"]}> visitante</span>
      </span>
    </button>
  );
}

/** Where the picture of the other side will be, or is not. */
function Waiting({ view, name }: { view: CallView; name: string }) {
  const { phase, call, isCaller, otherSends } = view;
  const isDark = (phase === "connected" || phase === "reconnecting") && otherSends?.camera === false;
  return (
    <div className={css["waiting"]}>
      <span className={css["face"]} data-pulsing={!isDark || undefined}>
        <Face src={isCaller ? null : call?.caller.photo} alt="" size={148} />
      </span>
      {isDark ? <p>{name} tiene la cámara apagada</p> : null}
    </div>
  );
}

/** 'A-101 · Portería · Mirador del Parque' */
function placeOf(call: Call): string {
  return [call.apartment?.name, originOf(call)].filter(Boolean).join(" · ");
}

/** 'A-101 · Mirador del Parque', under the name of who answered there. */
function placeCalled({ callee, isToLobby, apartment, building }: Call): string {
  const isNamed = callee.name !== null;
  if (isToLobby) {
    return [isNamed ? "Portería" : null, building.name].filter(Boolean).join(" · ");
  }
  return [isNamed ? apartment?.name : null, building.name].filter(Boolean).join(" · ");
}

/** By name, for whoever may know it; visitors call a door, not a person. */
function otherName({ call, isCaller }: CallView): string {
  if (call === null) {
    return "Llamada";
  }
  if (isCaller) {
    return call.callee.name ?? (call.isToLobby ? "Portería" : (call.apartment?.name ?? "Residente"));
  }
  return call.caller.name;
}
