/** The specification's sentences of the camera map (§8), completed with the name. */
export const mapSentences = {
  noDoors: (building: string) => `No se encontraron puertas para el edificio ${building}.`,
  noFloors: (tower: string) => `No se encontraron pisos para la torre ${tower}.`,
} as const;
