/** The whole page of a guest or of the sign: the head and header that both have, and the page's own title and first words. */
export function framed(frame: string, own: string): string {
  const end = own.indexOf("</title>") + "</title>".length;
  return frame.replace("<!--title-->", own.slice(0, end)).replace("<!--main-->", own.slice(end).trim());
}
