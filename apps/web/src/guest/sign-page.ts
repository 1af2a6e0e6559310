import type { beginSignSession, SignPage as Sign } from "@umbral/contract/entrance-sign/sign-page.contract";
import type { GuestAsk } from "../features/calls/index.ts";
import { ask, GuestRefused } from "./guest-api.ts";
import { failureView } from "./guest-view.ts";
import { signView } from "./sign-view.ts";

const TITLE = "Letrero de la entrada";
const INCOMPLETE = "Esta dirección no está completa. Escanea de nuevo el código del letrero.";
const SECRET = /^[0-9A-HJKMNP-TV-Z]{16}$/;
/** What a browser knows itself by, so that a home that blocked it hears it no more. */
const BROWSER_KEY = "umbral-sign-browser";
/** A call ends with its session of half an hour: one that is older than this begins another before it rings. */
const FRESH_MS = 10 * 60_000;

/** As it is printed, or was typed from there: in groups, and with the letters that are taken for digits. */
export function secretIn(hash: string): string | null {
  const typed = hash.slice(1).toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return SECRET.test(typed) ? typed : null;
}

let unkept: string | undefined;
function browserMark(): string {
  try {
    const kept = localStorage.getItem(BROWSER_KEY);
    if (kept !== null) {
      return kept;
    }
    const made = newMark();
    localStorage.setItem(BROWSER_KEY, made);
    return made;
  } catch {
    // Where nothing may be kept it is this page's alone.
    unkept ??= newMark();
    return unkept;
  }
}

const newMark = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The code of calls: fetched while somebody looks for a home, so that the first ring does not wait for it. */
const fetchCalls = () =>
  Promise.all([import("../features/calls/sign-call.ts"), import("./guest-call-view.ts")]);

/** The page of the sign at an entrance, `/e/#<secret>`: without account, and without the app's code. */
export class SignPage {
  readonly #place: HTMLElement;
  #session: { token: string; since: number } | null = null;
  #isRinging = false;

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  start(): void {
    addEventListener("hashchange", this.#look);
    document.addEventListener("visibilitychange", this.#comeBack);
    this.#look();
  }

  stop(): void {
    removeEventListener("hashchange", this.#look);
    document.removeEventListener("visibilitychange", this.#comeBack);
  }

  readonly #look = (): void => void this.#open();

  /** What was true when the phone went into the pocket is asked again: the hour, and whether the sign is there still. */
  readonly #comeBack = (): void => {
    if (document.visibilityState === "visible" && !this.#isRinging && !this.#isFresh()) {
      this.#look();
    }
  };

  #isFresh(): boolean {
    return this.#session !== null && performance.now() - this.#session.since < FRESH_MS;
  }

  async #open(): Promise<void> {
    const secret = secretIn(location.hash);
    // Another address was opened meanwhile, which asks for itself.
    const isOther = () => secret !== secretIn(location.hash);
    try {
      const sign = await this.#begin();
      if (!isOther()) {
        this.#showSign(sign);
        fetchCalls().catch(() => undefined);
      }
    } catch (error) {
      if (!isOther()) {
        this.#fail(error);
      }
    }
  }

  /** @throws {GuestRefused} */
  async #begin(): Promise<Sign> {
    const secret = secretIn(location.hash);
    if (secret === null) {
      throw new GuestRefused(404, INCOMPLETE);
    }
    const { token, sign } = await ask<typeof beginSignSession>("POST", "/api/sign/session", {
      body: { secret, browser: browserMark() },
    });
    if (secret === secretIn(location.hash)) {
      this.#session = { token, since: performance.now() };
    }
    return sign;
  }

  #showSign(sign: Sign): void {
    this.#show(signView(sign, (home) => void this.#ring(home?.id ?? null)));
  }

  #fail(error: unknown): void {
    const isGone = error instanceof GuestRefused && error.status === 404;
    const message = error instanceof GuestRefused ? error.message : "Algo falló al abrir el letrero.";
    this.#show(failureView(message, isGone ? null : this.#look, TITLE));
    if (!(error instanceof GuestRefused)) {
      reportError(error);
    }
  }

  #show(nodes: Node[]): void {
    this.#place.replaceChildren(...nodes);
    this.#place.removeAttribute("aria-busy");
  }

  async #ring(apartmentId: string | null): Promise<void> {
    if (this.#isRinging) {
      return;
    }
    this.#isRinging = true;
    try {
      const [[{ ringAtSign }, { showCall }]] = await Promise.all([
        fetchCalls(),
        this.#isFresh() ? null : this.#begin(),
      ]);
      const token = this.#session?.token ?? "";
      const asking: GuestAsk = (method, path, given) => ask(method, path, { ...given, token });
      await showCall(await ringAtSign({ token, ask: asking }, apartmentId), (nodes) => this.#show(nodes), {
        missed: "Nadie contestó. Llama por teléfono a quien visitas.",
        back: "Volver a los apartamentos",
      });
    } catch (error) {
      this.#fail(error);
      return;
    } finally {
      this.#isRinging = false;
    }
    this.#look();
  }
}
