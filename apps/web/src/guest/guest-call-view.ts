import type { GuestCall, GuestCallView } from "../features/calls/index.ts";
import { element } from "./guest-view.ts";

type Show = (nodes: Node[]) => void;

/** What is said otherwise on each of the pages that ring. */
export interface CallWords {
  /** Nobody answered. */
  missed: string;
  back: string;
}

/** Draws a call from its ringing to its end. Resolves when who rang is done with it. */
export function showCall(call: GuestCall, show: Show, words: CallWords): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      call.close();
      resolve();
    };
    const stage = new Stage();
    const draw = () => {
      const view = call.current();
      show(
        view.talking && view.talking.ended === null ? stage.draw(view.talking) : wordsOf(view, words, done),
      );
    };
    const stop = call.subscribe(draw);
    draw();
  });
}

function wordsOf(view: GuestCallView, words: CallWords, done: () => void): Node[] {
  const { ringing, talking } = view;
  const cancel = ringing.actions.cancel;
  if (talking === null && cancel !== undefined) {
    return [
      element("h1", {}, "Llamando…"),
      element("p", { class: "soft", role: "status" }, "Te verán por tu cámara cuando contesten."),
      button("Cancelar", "button over", cancel),
    ];
  }
  return [
    element("h1", {}, "Llamada terminada"),
    element("p", { class: "state", role: "status" }, endingOf(view, words)),
    button(words.back, "button first", done),
  ];
}

/** How it ended; the sentences of a rejected and of a missed call are the specification's (§8). */
function endingOf({ ringing, talking }: GuestCallView, { missed }: CallWords): string {
  if (talking !== null) {
    return "La llamada terminó.";
  }
  switch (ringing.phase) {
    case "rejected":
      return ringing.rejectMessage ?? "El usuario ha rechazado tu llamada";
    case "missed":
      return missed;
    case "telephone":
      return "Contestaron por teléfono: ya saben que llegaste.";
    case "failed":
    case "not-found":
      return ringing.trouble instanceof Error ? ringing.trouble.message : "No pudimos hacer la llamada.";
    case "starting":
    case "ringing":
    case "accepted":
    case "cancelled":
      return "La llamada terminó.";
  }
}

function button(words: string, kind: string, press: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: kind }, words);
  made.addEventListener("click", press);
  return made;
}

/** Sound and picture. The two pictures stay the same elements: one that is put in anew begins dark. */
class Stage {
  readonly #remote = element("video", { autoplay: "", playsinline: "", "aria-label": "Quien contestó" });
  readonly #own = element("video", {
    autoplay: "",
    playsinline: "",
    class: "own",
    "aria-label": "Tu cámara",
  });
  readonly #pictures = element("div", { class: "pictures" }, this.#remote, this.#own);

  draw(talking: NonNullable<GuestCallView["talking"]>): Node[] {
    const { actions, own, remote } = talking;
    this.#own.muted = true;
    if (this.#remote.srcObject !== remote) {
      this.#remote.srcObject = remote;
    }
    const track = own.picture;
    const shown = this.#own.srcObject instanceof MediaStream ? this.#own.srcObject.getTracks()[0] : undefined;
    if (shown !== (track ?? undefined)) {
      this.#own.srcObject = track === null ? null : new MediaStream([track]);
    }
    const notes =
      own.camera === "refused"
        ? [
            element(
              "p",
              { class: "note", role: "alert" },
              "Debes darle permisos a la cámara, para poder recibir la llamada.",
            ),
          ]
        : [];
    const buttons = [
      ...(actions.mute ? [button("Silenciar micrófono", "button", actions.mute)] : []),
      ...(actions.unmute ? [button("Activar micrófono", "button", actions.unmute)] : []),
      ...(actions.switchCamera ? [button("Cambiar de cámara", "button", actions.switchCamera)] : []),
      ...(actions.hangUp ? [button("Terminar llamada", "button over", actions.hangUp)] : []),
    ];
    const words = talking.phase === "connected" ? "En la llamada" : "Conectando…";
    return [
      element("h1", {}, words),
      this.#pictures,
      ...notes,
      element("div", { class: "ways" }, ...buttons),
    ];
  }
}
