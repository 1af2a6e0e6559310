import type { GuestPass } from "@umbral/contract/passes/guest-page.contract";
import type { GuestAsk } from "../features/calls/index.ts";
import { ask, beginSession, GuestRefused, readPass } from "./guest-api.ts";
import { failureView, passView } from "./guest-view.ts";

/** What was true a moment ago is asked again: a pass is changed and taken back while its guest is on the way. */
const AGAIN_MS = 15_000;
const SECRET = /^#([\w-]{43})$/;
const INCOMPLETE = "Esta dirección no está completa. Abre de nuevo el enlace que te enviaron.";

const secretOfPage = (): string | null => SECRET.exec(location.hash)?.[1] ?? null;

/**
 * The page of a guest, `/i/#<secret>`: without sign-in, without the app's code and without its memory. The secret stays in
 * the address, so that the page can be opened again; whoever has the address is the guest.
 */
export class GuestPage {
  readonly #place: HTMLElement;
  #token: string | null = null;
  #shown = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** While somebody is rung, or in a call, the page is the call's. */
  #isRinging = false;

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  start(): void {
    document.addEventListener("visibilitychange", this.#comeBack);
    addEventListener("hashchange", this.#openOther);
    void this.#look();
  }

  stop(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#comeBack);
    removeEventListener("hashchange", this.#openOther);
  }

  readonly #comeBack = (): void => {
    if (document.visibilityState === "visible" && !this.#isRinging) {
      void this.#look();
    }
  };

  readonly #openOther = (): void => {
    this.#token = null;
    void this.#look();
  };

  /** Asks what the pass is now. */
  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const secret = secretOfPage();
    if (secret === null) {
      this.#fail(new GuestRefused(404, INCOMPLETE));
      return;
    }
    try {
      const pass = await this.#passOf(secret);
      if (secret !== secretOfPage()) {
        // Another address was opened meanwhile, which asks for itself.
        return;
      }
      this.#showPass(pass);
    } catch (error) {
      if (secret !== secretOfPage()) {
        return;
      }
      if (!this.#isRinging) {
        this.#fail(error);
      }
      // Who was refused does not ask again by itself.
      if (error instanceof GuestRefused && error.status !== null) {
        return;
      }
    }
    this.#timer = setTimeout(() => void this.#look(), AGAIN_MS);
  }

  /** With a session that is over, or without one, in a new one. */
  async #passOf(secret: string): Promise<GuestPass> {
    if (this.#token !== null) {
      try {
        return await readPass(this.#token);
      } catch (error) {
        if (!(error instanceof GuestRefused) || error.status !== 401) {
          throw error;
        }
      }
    }
    const session = await beginSession(secret);
    if (secret === secretOfPage()) {
      this.#token = session.token;
    }
    return session.pass;
  }

  #showPass(pass: GuestPass): void {
    const text = JSON.stringify(pass);
    if (text !== this.#shown && !this.#isRinging) {
      this.#shown = text;
      this.#show(passView(pass, pass.mayRing ? () => void this.#ring() : null));
    }
  }

  #fail(error: unknown): void {
    this.#shown = "";
    const isGone = error instanceof GuestRefused && error.status === 404;
    const message = error instanceof GuestRefused ? error.message : "Algo falló al abrir tu invitación.";
    this.#show(failureView(message, isGone ? null : () => void this.#look()));
    if (!(error instanceof GuestRefused)) {
      reportError(error);
    }
  }

  #show(nodes: Node[]): void {
    this.#place.replaceChildren(...nodes);
    this.#place.removeAttribute("aria-busy");
  }

  /** 'Estoy en la entrada': the code of calls is fetched only now. */
  async #ring(): Promise<void> {
    const secret = secretOfPage();
    if (this.#isRinging || secret === null) {
      return;
    }
    this.#isRinging = true;
    try {
      // A call ends with its session: it begins in a new one.
      const { token } = await beginSession(secret);
      this.#token = token;
      const [{ ringAsGuest }, { showCall }] = await Promise.all([
        import("../features/calls/guest-call.ts"),
        import("./guest-call-view.ts"),
      ]);
      const asking: GuestAsk = (method, path, given) => ask(method, path, { ...given, token });
      await showCall(await ringAsGuest({ token, ask: asking }), (nodes) => this.#show(nodes), {
        missed: "El usuario no responde",
        back: "Volver a mi invitación",
      });
    } catch (error) {
      this.#fail(error);
      return;
    } finally {
      this.#isRinging = false;
      this.#shown = "";
    }
    await this.#look();
  }
}
