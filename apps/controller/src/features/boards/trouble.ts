/** Why nothing can be had of a board. */
export type BoardTroubleKind = "silent" | "nonsense" | "network" | "refused" | "failed" | "closed";

/** Said in Spanish by whoever shows the board's state. */
export const boardSentences: Readonly<Record<BoardTroubleKind, string>> = {
  silent:
    "La placa no responde. Revisa que tenga corriente, que esté en la red del controlador y que su dirección y su número de serie sean los de aquí.",
  nonsense:
    "Lo que responde en esa dirección no habla como una placa UHPPOTE. Revisa la dirección y que nadie más la use.",
  network: "El controlador no llega a la red de la placa. Revisa su cable y su dirección de red.",
  refused: "La placa no acepta lo que el controlador le pide. Apágala y préndela; si sigue así, cámbiala.",
  failed: "El controlador no pudo atender la placa. Lo intenta de nuevo en unos segundos.",
  closed: "La placa ya no está en uso.",
};

export class BoardTrouble extends Error {
  readonly kind: BoardTroubleKind;

  constructor(kind: BoardTroubleKind) {
    super(boardSentences[kind]);
    this.kind = kind;
  }
}
