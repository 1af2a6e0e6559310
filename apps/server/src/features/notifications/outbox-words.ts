import type { Services } from "../../platform/context.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { closeReadable, type KeptMessage, lockReadableMessages } from "./notifications.queries.ts";

/** What a message says. */
export interface MessageWords {
  subject: string;
  body: string;
  /** What the channel needs besides: see the dispatcher. */
  data: Record<string, string>;
}

/** A message with its words opened, while it is tried. */
export type WaitingMessage = Omit<KeptMessage, "words" | "readable"> & MessageWords;

/** To whom it says so: put into another message, or sent on to another address, the words do not open. */
type Envelope = Pick<KeptMessage, "id" | "channel" | "recipient">;

const ownerOf = ({ id, channel, recipient }: Envelope): string =>
  `outbox.words ${id} ${channel} ${recipient}`;

/** A message's words for the database, where nobody reads them: links and codes work as they are written. */
export function closeWords(
  secrets: SecretBox,
  envelope: Envelope,
  { subject, body, data }: MessageWords,
): Buffer {
  return secrets.close(ownerOf(envelope), Buffer.from(JSON.stringify({ subject, body, data })));
}

/** @returns null where the key was lost under which they were closed, or where they were put from elsewhere */
export function openWords(
  secrets: SecretBox,
  envelope: Envelope & { words: Buffer | null },
): MessageWords | null {
  const opened = envelope.words && secrets.tryOpen(ownerOf(envelope), envelope.words);
  return opened && (JSON.parse(opened.toString()) as MessageWords);
}

/**
 * Closes what versions before this one wrote and has not left. It cannot be a migration: the key is not there.
 * Asked at each start; processes that start at once wait for one another.
 */
export async function closeReadableMessages({
  db,
  secrets,
  log,
}: Pick<Services, "db" | "secrets" | "log">): Promise<void> {
  const count = await db.transaction().execute(async (trx) => {
    const messages = await lockReadableMessages(trx);
    for (const { readable, ...envelope } of messages) {
      await closeReadable(trx, envelope.id, closeWords(secrets, envelope, readable));
    }
    return messages.length;
  });
  if (count > 0) {
    log.info({ messages: count }, "closed what waiting messages say");
  }
}
