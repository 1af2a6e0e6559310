/** A piece of a text: words, or an address in it that leads somewhere. */
export interface TextPiece {
  text: string;
  href: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
/** What ends a sentence is no part of the address before it. */
const END_OF_SENTENCE = /[.,;:!?)\]]+$/;

/** Cuts a text where web addresses stand in it. What is not a whole address of http or https stays words. */
export function linkedText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(END_OF_SENTENCE, "");
    if (URL.canParse(address)) {
      pieces.push({ text: text.slice(at, match.index), href: null }, { text: address, href: address });
      at = match.index + address.length;
    }
  }
  pieces.push({ text: text.slice(at), href: null });
  return pieces.filter((piece) => piece.text !== "");
}
