/** What a resident can say without answering (decisions §5). */
export const cannedAnswers = [
  "Deja el domicilio en el casillero",
  "Abre la puerta cuando escuches el timbre y el lector esté en verde",
  "Nos vemos en la portería",
  "Dame un momento",
  "No estoy disponible, vuelve más tarde",
  "Hablamos luego por teléfono",
] as const;
