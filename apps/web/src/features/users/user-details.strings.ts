/** What the specification says of the administration's people (§8), letter by letter. */
export const userSentences = {
  updated: { text: "Actualización exitosa" },
  deactivated: { text: "Desactivación exitosa" },
  activated: { text: "Activación exitosa" },
  nobodyHere: "No hemos encontrado usuarios registrados.",
  noPhoto: "No hay foto disponible",
} as const;

/** So many people, in words. */
export const peopleWords = (count: number): string => (count === 1 ? "1 persona" : `${count} personas`);

export const userQuestions = {
  update: (name: string, { withPhone }: { withPhone: boolean }) => ({
    title: `¿Cambiar los datos de ${name}?`,
    text: withPhone
      ? "El celular nuevo recibe sus llamadas y mensajes."
      : "Los cambios se aplican de inmediato.",
  }),
  deactivate: (name: string) => ({
    title: `¿Desactivar a ${name}?`,
    text: "Su sesión se cierra en todos sus dispositivos y no podrá iniciar sesión ni abrir puertas.",
    cards: "Desactivar también sus tarjetas",
    takesAway: true,
  }),
  deactivateMany: (count: number) => ({
    title: `¿Desactivar a ${peopleWords(count)}?`,
    text: "Sus sesiones se cierran, sus tarjetas dejan de abrir y no podrán iniciar sesión.",
    takesAway: true,
  }),
  activate: (name: string) => ({
    title: `¿Activar a ${name}?`,
    text: "Podrá iniciar sesión y abrir puertas otra vez.",
    cards: "Activar también sus tarjetas",
    takesAway: false,
  }),
} as const;
