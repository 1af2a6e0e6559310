import type { Cancel, Clock } from "./clock.ts";
import {
  DeviceAway,
  DigestMemory,
  isCertificateTrouble,
  type Means,
  OTHER_CERTIFICATE,
} from "./device-request.ts";
import { endedBy } from "./ended-by.ts";
import { NotAnswered, readAddress } from "./http-relay.ts";
import type { Log } from "./log.ts";

const ANSWER_WITHIN_MS = 2000;
/** After so many failures in a row the device is away, and is asked ever less. */
const PATIENCE = 5;
const LONGEST_PAUSE_MS = 30_000;

interface HttpPollParts {
  address: string;
  everyMs: number;
  /** Where in an answer of JSON the state stands, like `input:0.state`; without it, anywhere in the text. */
  path?: string | undefined;
  means?: Means | undefined;
  /** What an answer says: one of the two must be in it, and not the other; or stand at its path. */
  yesText: string;
  noText: string;
  /** What is asked, for the log: 'a contact', 'an input'. */
  name: string;
  clock: Clock;
  log: Log;
}

/**
 * Asks a device of the building's network again and again which of two states it is in. One that does not answer, or
 * answers neither or both, is in a state that nobody knows: null, once for each reason, until it is known again.
 */
export class HttpPoll {
  readonly #parts: HttpPollParts;
  readonly #digests = new DigestMemory();
  #cancelNext: Cancel | undefined;
  #stopped = new AbortController();
  /** In a row. */
  #failures = 0;
  /** Why it was said to be away; undefined while it is not. */
  #told: string | undefined;

  constructor(parts: HttpPollParts) {
    this.#parts = parts;
  }

  start(tell: (isYes: boolean | null, why?: string) => void): void {
    this.#stopped = new AbortController();
    void this.#ask(tell, this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
    this.#cancelNext?.();
  }

  async #ask(tell: (isYes: boolean | null, why?: string) => void, stopped: AbortSignal): Promise<void> {
    const { address, means, name, clock, log } = this.#parts;
    const tooLong = new AbortController();
    const cancel = clock.after(ANSWER_WITHIN_MS, () => tooLong.abort());
    try {
      const answer = await endedBy([stopped, tooLong.signal], (signal) =>
        readAddress(address, signal, means, this.#digests),
      );
      const isYes = this.#read(answer);
      if (!stopped.aborted) {
        if (this.#failures > 0) {
          log.warn({}, `${name} answers again`);
        }
        this.#failures = 0;
        this.#told = undefined;
        tell(isYes);
      }
    } catch (error) {
      if (!stopped.aborted) {
        this.#failures += 1;
        const why = reasonOf(error, tooLong.signal.aborted);
        if (this.#failures === 1) {
          log.warn({ err: error }, `${name} failed`);
        }
        if (why !== this.#told) {
          this.#told = why;
          tell(null, why);
        }
      }
    } finally {
      cancel();
    }
    if (!stopped.aborted) {
      this.#cancelNext = clock.after(this.#pause(), () => this.#ask(tell, stopped));
    }
  }

  #read(answer: string): boolean {
    const { path, yesText, noText, name } = this.#parts;
    const said = path === undefined ? answer : valueAt(answer, path);
    const says = (text: string) => (path === undefined ? said?.includes(text) : said === text) ?? false;
    const isYes = says(yesText);
    if (isYes === says(noText)) {
      throw new NoState(`${name} says neither of its two states`);
    }
    return isYes;
  }

  #pause(): number {
    const { everyMs } = this.#parts;
    const doublings = Math.max(0, this.#failures - PATIENCE + 1);
    return Math.max(everyMs, Math.min(LONGEST_PAUSE_MS, everyMs * 2 ** doublings));
  }
}

/** It answered, and not with a state. */
class NoState extends Error {}

/** Why a device is away, for whoever wires it. Nothing of its address is in it, which may hold a password. */
function reasonOf(error: unknown, isTooLate: boolean): string {
  if (isTooLate) {
    return "No respondió en 2 segundos. Revisa que esté encendido y en la red.";
  }
  if (error instanceof NoState) {
    return "Respondió, pero no dice ninguno de sus dos estados, o dice los dos. Revisa los textos que se esperan.";
  }
  if (error instanceof NotAnswered) {
    return error.status === 401 || error.status === 403
      ? "Rechazó el usuario o la contraseña."
      : `Respondió con el error ${error.status}. Revisa la dirección.`;
  }
  if (error instanceof DeviceAway && (error.code === OTHER_CERTIFICATE || isCertificateTrouble(error.code))) {
    return "Su certificado no es de confianza o no es el que se guardó.";
  }
  return "El controlador no lo encuentra. Revisa la dirección y que esté encendido y en la red.";
}

/** What stands at a path of names in a text of JSON, as text; undefined where nothing does, or it is no JSON. */
function valueAt(json: string, path: string): string | undefined {
  let at: unknown;
  try {
    at = JSON.parse(json);
  } catch {
    return undefined;
  }
  for (const name of path.split(".")) {
    at = typeof at === "object" && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
  }
  return typeof at === "object" || at === undefined ? undefined : String(at);
}
