/** What a resident can say without answering (decisions §5). */
const ofHome = [
  "Deja el domicilio en el casillero",
  "Abre la puerta cuando escuches el timbre y el lector esté en verde",
  "Nos vemos en la portería",
  "Dame un momento",
  "No estoy disponible, vuelve más tarde",
  "Hablamos luego por teléfono",
] as const;

/** What the lobby can say to a home without answering: a resident's answers make no sense there. */
const ofLobby = [
  "Te llamo en un momento",
  "Estoy atendiendo a otra persona",
  "Tu domicilio está en la portería",
  "Por favor acércate a la portería",
  "Si es una emergencia, usa el botón de pánico o llama al 123",
] as const;

/** The answers that are offered to whom a call rings. */
export const cannedAnswersTo = ({ isToLobby }: { isToLobby: boolean }): readonly string[] =>
  isToLobby ? ofLobby : ofHome;
