import {
  type Decision,
  type ErrorCode,
  type Refusal,
  sentenceOf,
  statusOf,
} from "@umbral/contract/lib/refusals";

/** Thrown to refuse: the contract's word decides status and sentence. Nothing has changed when it is thrown. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly errors: Refusal["errors"];
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined;

  /** What was decided before, when somebody decides a second time. */
  readonly decided: Decision | undefined;

  /** What somebody needs who has to take up a second factor first. */
  readonly enrolment: Refusal["enrolment"];

  /** What a device may sign in the place of a code. */
  readonly passkey: Refusal["passkey"];

  constructor(
    code: ErrorCode,
    more: {
      errors?: Refusal["errors"];
      retryAfter?: number;
      decided?: Decision;
      enrolment?: { secret: string };
      passkey?: Refusal["passkey"];
    } = {},
  ) {
    // No stack: it is an answer, no fault of ours, and for a flood of them the stacks would cost the most.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "Refused";
    this.code = code;
    this.statusCode = statusOf(code);
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter;
    this.decided = more.decided;
    this.enrolment = more.enrolment;
    this.passkey = more.passkey;
  }

  body(): Refusal {
    return {
      statusCode: this.statusCode,
      code: this.code,
      message: sentenceOf(this.code),
      errors: this.errors,
      ...(this.decided === undefined ? {} : { decided: this.decided }),
      ...(this.enrolment === undefined ? {} : { enrolment: this.enrolment }),
      ...(this.passkey === undefined ? {} : { passkey: this.passkey }),
    };
  }
}
