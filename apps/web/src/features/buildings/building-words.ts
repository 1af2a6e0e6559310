/** What a choice among all buildings says while nothing is chosen. */
export const buildingWords = {
  choose: "Selecciona un edificio",
  loading: "Cargando edificios…",
  empty: "Todavía no hay edificios registrados.",
} as const;
