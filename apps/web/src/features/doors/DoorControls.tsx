import {
  IconAlertTriangle,
  IconCheck,
  IconLock,
  IconLockOpen2,
  IconPlugConnectedX,
  type TablerIcon,
} from "@tabler/icons-react";
import {
  canClose,
  DOOR_CLOSE,
  DOOR_OPEN,
  type Door,
  type DoorAction,
} from "@umbral/contract/doors/doors.contract";
import { useEffect, useEffectEvent, useRef } from "react";
import { useMay } from "../../lib/useMay.ts";
import { Button, joined } from "../../ui/Button.tsx";
import css from "./DoorControls.module.css";
import { DoorState } from "./DoorState.tsx";
import type { DoorPressState, Occasion } from "./door-press.ts";
import { useDoorPress } from "./door-presses.ts";
import { actionLabel, awayLabel, doorSentences, whyNot } from "./doors.strings.ts";

interface DoorControlsProps {
  buildingId: string;
  door: Omit<Door, "cameras" | "cameraId">;
  /** Of its building: times are shown in it. Undefined where nobody said. */
  timeZone: string | undefined;
  /** The call during which the door is opened, and for whom. */
  occasion?: Occasion;
  /** The door opened, by these buttons. */
  onOpened?: () => void;
  /** Over a picture or on black, whatever the scheme. */
  onDark?: boolean;
  /** How the door is stands beside it already. */
  hidesState?: boolean;
}

/**
 * How one door is, its buttons, and above them what became of the press: 'Puerta abierta' only when the relay
 * moved. The sentence lies over what stands above, so that nothing jumps.
 */
export function DoorControls({
  buildingId,
  door,
  timeZone,
  occasion,
  onOpened,
  onDark,
  hidesState,
}: DoorControlsProps) {
  const [state, press] = useDoorPress(buildingId, door);
  const mayOperateDoors = useMay("doors.operate", { buildingId });
  useOpened(state, onOpened);
  const howItIs = hidesState ? null : <DoorState door={door} timeZone={timeZone} onDark={onDark} />;
  if (!door.may.operate) {
    return (
      <div className={css["controls"]}>
        <p className={joined(css["closed"], onDark && css["onDark"])}>
          <IconLock aria-hidden="true" size={20} />
          <span>
            <strong>{door.name}.</strong> {whyNot(door, mayOperateDoors)}
          </span>
        </p>
        {/* Under its name, which no button says here. */}
        {howItIs}
      </div>
    );
  }
  if (door.line === "none") {
    return (
      <p className={joined(css["closed"], onDark && css["onDark"])}>
        <IconPlugConnectedX aria-hidden="true" size={20} />
        <span>
          <strong>{door.name}.</strong> {doorSentences.noController}
        </span>
      </p>
    );
  }
  const isAway = door.line === "away";
  const common = {
    door,
    state,
    onPress: (action: DoorAction, waitedMs: number) => press(action, occasion, waitedMs),
  };
  return (
    <div className={css["controls"]}>
      <Outcome state={state} name={door.name} />
      {howItIs}
      <ActionButton
        {...common}
        action={DOOR_OPEN}
        icon={isAway ? IconPlugConnectedX : IconLockOpen2}
        look={isAway ? "quiet" : "primary"}
        label={isAway ? awayLabel(door.name) : undefined}
      />
      {canClose(door.localId) ? <ActionButton {...common} action={DOOR_CLOSE} look="quiet" /> : null}
    </div>
  );
}

/** Tells when a press that was on its way became an open door. */
function useOpened(state: DoorPressState, onOpened: (() => void) | undefined) {
  const wasPending = useRef(false);
  const opened = useEffectEvent(() => onOpened?.());
  useEffect(() => {
    if (wasPending.current && state.kind === "done" && state.action === DOOR_OPEN) {
      opened();
    }
    wasPending.current = state.kind === "pending";
  }, [state]);
}

interface ActionButtonProps {
  door: Pick<Door, "name">;
  action: DoorAction;
  state: DoorPressState;
  icon?: TablerIcon;
  look: "primary" | "quiet";
  /** What it says before it is pressed, where that is not what it does. */
  label?: string | undefined;
  onPress(action: DoorAction, waitedMs: number): void;
}

/** Since the finger touched. Some browsers count events by the date: what cannot be is taken for none. */
function waitedSince(event: { timeStamp: number }): number {
  const waitedMs = performance.now() - event.timeStamp;
  return waitedMs > 0 && waitedMs < WAITED_AT_MOST_MS ? waitedMs : 0;
}
const WAITED_AT_MOST_MS = 60_000;

function ActionButton({ door, action, state, icon: Icon, look, label, onPress }: ActionButtonProps) {
  const isMine = "action" in state && state.action === action;
  const isPending = isMine && state.kind === "pending";
  const isDone = isMine && state.kind === "done";
  const words = (isMine && saidOf(state)) || (label ?? actionLabel(action, door.name));
  return (
    <Button
      look={look}
      data-opens={action === DOOR_OPEN || undefined}
      className={joined(css["button"], isDone && css["done"])}
      loading={isPending}
      disabled={state.kind === "pending" && !isMine}
      icon={
        isDone ? (
          <IconCheck aria-hidden="true" size={20} />
        ) : Icon ? (
          <Icon aria-hidden="true" size={20} />
        ) : null
      }
      onClick={(event) => onPress(action, waitedSince(event))}
    >
      {words}
    </Button>
  );
}

/** How far an order that is under way, or was done, has come; null for any other. */
const saidOf = (state: DoorPressState): string | null =>
  "action" in state ? doorSentences[state.kind][state.action] : null;

/** Spoken as it happens; errors are spoken at once. */
function Outcome({ state, name }: { state: DoorPressState; name: string }) {
  const said = saidOf(state);
  return (
    <>
      <p className="um-hidden" role="status">
        {said && `${name}: ${said}`}
      </p>
      <div role="alert" className={css["outcome"]}>
        {"sentence" in state ? (
          <p className={css["trouble"]}>
            <IconAlertTriangle aria-hidden="true" size={20} />
            <span>{state.sentence}</span>
          </p>
        ) : null}
      </div>
    </>
  );
}
