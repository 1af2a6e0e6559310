import { type DoorAction, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { createStore, type Readable } from "../../lib/store.ts";

/** One press of a door's button, as it is sent. */
export interface DoorOrder {
  action: DoorAction;
  requestId: string;
  callId?: string;
  visitorId?: string;
  visitId?: string;
  /** When it was pressed, on the server's clock; absent while that is not known. */
  pressedAt?: number;
}

/** During which call a door is opened, or after which visit was authorised, and for whom. */
export type Occasion = Pick<DoorOrder, "callId" | "visitorId" | "visitId">;

/**
 * `done` only when the controller said that the relay moved. `failed`: it did not, or nobody knows.
 * `late`: it moved after the press had been told that it failed.
 */
export type DoorPressState =
  | { readonly kind: "idle" }
  | { readonly kind: "pending" | "done"; readonly action: DoorAction }
  | { readonly kind: "failed" | "late"; readonly sentence: string };

export interface DoorPressParts {
  /**
   * While the page's line is being made, or the server's clock is known too badly: resolves when an order can be sent, throws
   * when nobody stands at the door any more by then. Nothing to wait for otherwise.
   * @param waitedMs how old the press is by now
   */
  untilReady(waitedMs: number): Promise<void> | undefined;
  /** Resolves when the relay moved; throws why it did not. */
  send(order: DoorOrder): Promise<unknown>;
  newRequestId(): string;
  /** Did the server answer no? Otherwise the answer was lost, and the door may have moved. */
  isAnswer(error: unknown): boolean;
  sentenceFor(error: unknown): string;
  steadyMs(): number;
  /** A moment of that clock on the server's, the earliest that it may be; undefined while that is not known. */
  onServersClock(momentMs: number): number | undefined;
  /** How long an error stays on screen. */
  errorShownMs: number;
  /** Whether something lies over every button: what nobody could see yet is not over. */
  isCovered: Readable<boolean>;
  onMoved(): void;
  /** It did not, or nobody knows: how the door is said to be may be so no more. */
  onFailed(): void;
}

export interface DoorPress {
  state(): DoorPressState;
  subscribe(listener: () => void): () => void;
  /** @param waitedMs how long ago the finger touched: a busy page hears of it late */
  press(action: DoorAction, occasion?: Occasion, waitedMs?: number): void;
  /** The relay moved after all. Returns whether somebody is looking at this door's buttons. */
  movedLate(sentence: string): boolean;
}

/** How long 'Puerta abierta' stays. Meanwhile the same button does nothing: it was done. */
export const DONE_SHOWN_MS = 3000;
/** Two touches closer than this are one press of a nervous finger. */
export const DOUBLE_PRESS_MS = 600;
/** A press whose answer was lost is the same press when it is made again while its order may still live. */
export const SAME_PRESS_MS = ORDER_LIFETIME_MS;

const IDLE: DoorPressState = { kind: "idle" };

/** The buttons of one door: one order at a time, and what became of it. */
export function createDoorPress(parts: DoorPressParts): DoorPress {
  const shown = createStore<DoorPressState>(IDLE);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How long what is shown stays; undefined for as long as nothing else comes. */
  let staysMs: number | undefined;
  let last: { action: DoorAction; atMs: number } | null = null;
  /** A press that was sent and not answered. */
  let unanswered: { order: DoorOrder; untilMs: number } | null = null;

  const become = (next: DoorPressState, shownMs?: number) => {
    staysMs = shownMs;
    restInTime();
    shown.set(next);
  };
  /** Its time begins when it can be seen, and anew when it can be seen again. */
  const restInTime = () => {
    clearTimeout(timer);
    if (staysMs !== undefined && !parts.isCovered.current()) {
      timer = setTimeout(() => become(IDLE), staysMs);
    }
  };
  parts.isCovered.subscribe(restInTime);

  const isRepetition = (action: DoorAction): boolean => {
    const state = shown.current();
    return (
      state.kind === "pending" ||
      (state.kind === "done" && state.action === action) ||
      (last?.action === action && parts.steadyMs() - last.atMs < DOUBLE_PRESS_MS)
    );
  };

  const orderFor = (action: DoorAction, occasion: Occasion): DoorOrder => {
    const lost = unanswered;
    unanswered = null;
    if (
      lost?.order.action === action &&
      lost.order.callId === occasion.callId &&
      lost.order.visitorId === occasion.visitorId &&
      lost.order.visitId === occasion.visitId &&
      parts.steadyMs() < lost.untilMs
    ) {
      return lost.order;
    }
    return { action, requestId: parts.newRequestId(), ...occasion };
  };

  const send = async (order: DoorOrder, pressedMs: number) => {
    try {
      const ready = parts.untilReady(parts.steadyMs() - pressedMs);
      if (ready) {
        await ready;
      }
      const pressedAt = parts.onServersClock(pressedMs);
      await parts.send(pressedAt === undefined ? order : { ...order, pressedAt });
    } catch (error) {
      if (!parts.isAnswer(error)) {
        unanswered = { order, untilMs: pressedMs + SAME_PRESS_MS };
      }
      become({ kind: "failed", sentence: parts.sentenceFor(error) }, parts.errorShownMs);
      parts.onFailed();
      return;
    }
    become({ kind: "done", action: order.action }, DONE_SHOWN_MS);
    parts.onMoved();
  };

  return {
    state: shown.current,
    subscribe: shown.subscribe,
    press(action, occasion = {}, waitedMs = 0) {
      if (isRepetition(action)) {
        return;
      }
      last = { action, atMs: parts.steadyMs() };
      const order = orderFor(action, occasion);
      become({ kind: "pending", action });
      void send(order, parts.steadyMs() - waitedMs);
    },
    movedLate(sentence) {
      unanswered = null;
      // A newer press has its own answer coming.
      if (shown.current().kind !== "pending") {
        become({ kind: "late", sentence }, parts.errorShownMs);
      }
      return shown.isHeard();
    },
  };
}
