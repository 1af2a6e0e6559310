/** What the list of open doors says (specification §8, and what it leaves open). */
export const openingSentences = {
  failedTitle: "Error",
  failed: "No se pudieron obtener los eventos.",
  noPhoto: "No hay foto disponible",
  brokenPhoto: "El controlador envió algo que no es una imagen: no se guardó.",
  none: "No hay puertas abiertas registradas.",
  noneHint: "Cada vez que se abra una puerta, aparece aquí sola.",
  noMatch: "Ningún evento coincide con los filtros.",
  older: "Hay eventos más antiguos. Usa las fechas de los filtros para verlos.",
  newer: "Hay eventos más recientes. Usa las fechas de los filtros para verlos.",
  news: "Hay eventos nuevos",
} as const;
