import type { ErrorCode, Refusal } from "@umbral/contract/lib/refusals";

export type FieldError = Refusal["errors"][number];
export type Decided = NonNullable<Refusal["decided"]>;

/** The server understood and said no: over HTTP, or in the acknowledgement of a socket message (`status` 0). */
export class CallRefused extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** What was decided before; null where this refusal is about something else. */
  readonly decided: Decided | null;
  /** What somebody needs who has to take up a second factor before signing in. */
  readonly enrolment: Refusal["enrolment"];
  /** What a device may sign in the place of a code, for whoever knows its form. */
  readonly passkey: unknown;
  /** Seconds after which it is worth trying again, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(refusal: {
    code: ErrorCode;
    status: number;
    message: string;
    errors?: readonly FieldError[];
    decided?: Decided | null;
    enrolment?: Refusal["enrolment"];
    passkey?: unknown;
    retryAfter?: number | undefined;
  }) {
    super(refusal.message);
    this.name = "CallRefused";
    this.code = refusal.code;
    this.status = refusal.status;
    this.errors = refusal.errors ?? [];
    this.decided = refusal.decided ?? null;
    this.enrolment = refusal.enrolment;
    this.passkey = refusal.passkey;
    this.retryAfter = refusal.retryAfter;
  }
}

/** Nothing came back: no network, no server behind the proxy, or no answer in time. */
export class NoConnection extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "NoConnection";
  }
}
