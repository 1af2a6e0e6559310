import type { Connection, ConnectionState } from "../src/lib/connection.ts";
import { CallRefused, NoConnection } from "../src/lib/failures.ts";

export interface Sent {
  event: string;
  payload: unknown;
}

type Answer = (payload: unknown) => unknown;

/** A realtime line in the hands of a test: what is sent is kept, and the test says what is heard. */
export class FakeLine {
  readonly sent: Sent[] = [];
  #state: ConnectionState = "connected";
  readonly #answers = new Map<string, Answer>();
  readonly #ears = new Map<string, Set<(payload: never) => void>>();
  readonly #watchers = new Set<() => void>();

  /** What the acknowledgement of an event says; a thrown error is a refusal or a silence. */
  answer(event: string, answer: Answer): void {
    this.#answers.set(event, answer);
  }

  say(event: string, payload: unknown): void {
    for (const ear of [...(this.#ears.get(event) ?? [])]) {
      // The test says what the contract's schema would have let through.
      ear(payload as never);
    }
  }

  become(state: ConnectionState): void {
    this.#state = state;
    for (const watcher of [...this.#watchers]) {
      watcher();
    }
  }

  #isUp(): boolean {
    return this.#state === "connected" || this.#state === "catching-up";
  }

  /** How many listeners are left: none, when everything was cleaned up. */
  get listeners(): number {
    return this.#watchers.size + [...this.#ears.values()].reduce((sum, ears) => sum + ears.size, 0);
  }

  sentOf(event: string): unknown[] {
    return this.sent.filter((message) => message.event === event).map(({ payload }) => payload);
  }

  readonly line: Pick<Connection, "state" | "isUp" | "subscribe" | "hear" | "ask"> = {
    state: () => this.#state,
    isUp: () => this.#isUp(),
    subscribe: (listener) => {
      this.#watchers.add(listener);
      return () => void this.#watchers.delete(listener);
    },
    hear: (event, listener) => {
      const ears = this.#ears.get(event) ?? new Set();
      this.#ears.set(event, ears);
      ears.add(listener);
      return () => void ears.delete(listener);
    },
    ask: async (event, payload) => {
      if (!this.#isUp()) {
        throw new NoConnection("not connected");
      }
      this.sent.push({ event, payload });
      // The test answers in the form that the contract gives this event.
      return (await this.#answers.get(event)?.(payload)) as never;
    },
  };
}

/** The server's no, in the acknowledgement of a message. */
export const refusal = (code: CallRefused["code"]): CallRefused =>
  new CallRefused({ code, status: 0, message: code });
