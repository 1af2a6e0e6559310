/** Words as a sentence begins. */
export const capital = (words: string): string => words.charAt(0).toLocaleUpperCase("es") + words.slice(1);
