/** '2 por recoger'; null where nothing waits. */
export const waitingWords = (waiting: number): string | null =>
  waiting === 0 ? null : waiting === 1 ? "1 por recoger" : `${waiting} por recoger`;
