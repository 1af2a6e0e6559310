/** What a mail says, before it has a form. */
export interface MailWords {
  subject: string;
  /** Plain text each; whatever looks like markup is shown as it was written. */
  paragraphs: readonly string[];
  /** What the person is to press. `url` is http or https. */
  link?: { label: string; url: string } | undefined;
}

/** Line ends would begin new headers or paragraphs; marks of direction would show a text other than it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

const oneLine = (text: string): string => text.replace(UNSAFE, " ").trim();

/** What mail programs make a link of by themselves: a scheme, `www.`, or a dot with a word behind it. */
const LOOKS_LIKE_ADDRESS = /:\/\/|^\W*www\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;
const IS_MAILBOX = /^[^@/:\s]+@[^@/:\s]+$/;

/**
 * Words of a paragraph with no link among them: names and places are chosen by people, and a mail of ours must not lead
 * where one of them says. An invisible gap behind each dot and colon is enough for mail programs.
 */
const withoutLinks = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((word) =>
      LOOKS_LIKE_ADDRESS.test(word) && !IS_MAILBOX.test(word) ? word.replace(/[.:]/g, "$&\u200b") : word,
    )
    .join("");

const SIGNATURE = "Este mensaje lo envió Umbral, el sistema de acceso de tu edificio. No lo respondas.";

/** The mail as plain text and as a simple page. Nothing in it is loaded from anywhere. */
export function composeMail({ subject, paragraphs, link }: MailWords): {
  subject: string;
  text: string;
  html: string;
} {
  const lines = paragraphs.map(oneLine).map(withoutLinks);
  const address = link && addressOf(link.url);
  const text = [
    ...lines,
    ...(link && address !== undefined ? [`${oneLine(link.label)}:\n${address}`] : []),
    `--\n${SIGNATURE}`,
  ].join("\n\n");
  return {
    subject: oneLine(subject),
    text: `${text}\n`,
    html: pageOf(
      oneLine(subject),
      lines,
      link && address ? { label: oneLine(link.label), address } : undefined,
    ),
  };
}

function addressOf(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") {
    throw new Error("a mail leads to http or https only");
  }
  return href;
}

const FONT = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs read styles on the elements alone.
function pageOf(
  subject: string,
  paragraphs: readonly string[],
  link: { label: string; address: string } | undefined,
): string {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("\n");
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#14655b;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#5f584d">Si el botón no abre, copia esta dirección en tu navegador:<br><span style="word-break:break-all">${escapeHtml(link.address)}</span></p>`
    : "";
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f3ee;color:#24211c;${FONT};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:16px;background:#fffdfa">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#14655b">Umbral</p>
${body}
${button}
<p style="margin:32px 0 0;font-size:14px;color:#5f584d">${SIGNATURE}</p>
</div>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
