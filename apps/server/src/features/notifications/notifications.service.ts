import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { composeMail, type MailWords } from "./mail-text.ts";
import {
  devicesOfSession,
  findDevicesOfMany,
  insertMessages,
  type NewMessage,
  recallSentOfCall,
  withdrawOfCalls,
} from "./notifications.queries.ts";
import { closeWords, type MessageWords } from "./outbox-words.ts";
import { type PushKind, pushKinds } from "./push-kinds.ts";
import { holdInQuietHours } from "./quiet-hours.ts";

/** What writing a message takes. */
type Writing = Pick<Services, "newId" | "clock" | "secrets">;

interface Words extends MessageWords {
  userId: string;
  callId: string | null;
  expiresAt: Date;
}

/** The same as a push says it; what its device does with it follows from its kind. */
type PushWords = Words & { push: PushKind };

/** A message before its words are closed. A push says of which kind it is: on that hangs whether it may wait. */
type OpenMessage = Omit<NewMessage, "words" | "channel" | "userId"> &
  MessageWords &
  (
    | { channel: "push"; push: PushKind; userId: string }
    | { channel: Exclude<Channel, "push">; push?: undefined; userId: string | null }
  );

/**
 * Writes messages with their words closed, to leave after the commit: the one place through which every message goes. What
 * may wait for the end of somebody's quiet hours is held back here.
 */
export async function writeAll(services: Writing, trx: Trx, messages: readonly OpenMessage[]): Promise<void> {
  const leaving = await holdInQuietHours(services, trx, messages);
  await insertMessages(
    trx,
    leaving.map(({ subject, body, data, push, ...message }) => ({
      ...message,
      words: closeWords(services.secrets, message, {
        subject,
        body,
        data: push === undefined ? data : { ...data, kind: pushKinds[push].shows },
      }),
    })),
  );
}

/** Writes a message for one address or number, to leave after the commit. Then say `services.wakeOutbox()`. */
export async function writeMessage(
  services: Writing,
  trx: Trx,
  channel: Exclude<Channel, "push">,
  to: string,
  words: Words,
): Promise<void> {
  await writeAll(services, trx, [
    {
      id: services.newId(),
      channel,
      recipient: to,
      createdAt: services.clock.now(),
      ...words,
    },
  ]);
}

/**
 * Writes a mail, to leave after the commit. Then say `services.wakeOutbox()`. The words may hold what people
 * wrote: it is shown as text.
 */
export async function writeMail(
  services: Writing,
  trx: Trx,
  mail: MailWords & { userId: string; to: string; expiresAt: Date },
): Promise<void> {
  await writeMessages(services, trx, [mailOf(mail)]);
}

/** A message for one address or number, before it is written. */
export interface OutgoingMessage extends Omit<Words, "userId" | "callId"> {
  channel: Exclude<Channel, "push">;
  to: string;
  /** Null for who has no account yet. */
  userId: string | null;
}

/** A mail as a message: see {@link writeMail}. */
export function mailOf({
  userId,
  to,
  expiresAt,
  ...words
}: MailWords & Pick<OutgoingMessage, "userId" | "to" | "expiresAt">): OutgoingMessage {
  const { subject, text, html } = composeMail(words);
  return { channel: "mail", to, subject, body: text, data: { html }, userId, expiresAt };
}

/** Writes many messages with a few statements, to leave after the commit. Then say `services.wakeOutbox()`. */
export async function writeMessages(
  services: Writing,
  trx: Trx,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  const createdAt = services.clock.now();
  await writeAll(
    services,
    trx,
    messages.map(({ to: recipient, ...message }) => ({
      id: services.newId(),
      recipient,
      createdAt,
      callId: null,
      ...message,
    })),
  );
}

/** A message to each registered device of the person, as a push. */
export async function writePushes(services: Writing, trx: Trx, words: PushWords): Promise<void> {
  await writePushesToEach(services, trx, [words]);
}

/** The same to several people at once, to each in their own words. */
export async function writePushesToEach(
  services: Writing,
  trx: Trx,
  pushes: readonly PushWords[],
): Promise<void> {
  if (pushes.length === 0) {
    return;
  }
  const createdAt = services.clock.now();
  const people = pushes.map(({ userId }) => userId);
  const devices = await findDevicesOfMany(trx, people, createdAt);
  await writeAll(
    services,
    trx,
    pushes.flatMap((words) =>
      devices
        .filter(({ userId }) => userId === words.userId)
        .map(({ id: recipient }) => ({
          id: services.newId(),
          channel: "push" as const,
          recipient,
          createdAt,
          ...words,
        })),
    ),
  );
}

/** The same words to many people at once: as pushes to all their devices, and as SMS to these numbers. */
export async function writeToMany(
  services: Writing,
  trx: Trx,
  to: { pushes: readonly string[]; sms: readonly { userId: string; phone: string }[] },
  words: Omit<PushWords, "userId" | "callId"> & { smsBody: string },
): Promise<void> {
  const { smsBody, push, ...said } = words;
  const createdAt = services.clock.now();
  const devices = to.pushes.length === 0 ? [] : await findDevicesOfMany(trx, to.pushes, createdAt);
  const common = { createdAt, callId: null };
  await writeAll(services, trx, [
    ...devices.map(({ id, userId }) => ({
      ...said,
      ...common,
      push,
      id: services.newId(),
      channel: "push" as const,
      recipient: id,
      userId,
    })),
    ...to.sms.map(({ userId, phone }) => ({
      ...said,
      ...common,
      id: services.newId(),
      channel: "sms" as const,
      recipient: phone,
      body: smsBody,
      data: {},
      userId,
    })),
  ]);
}

/** What still waits of a call's messages is not sent: it was decided. */
export async function withdrawMessages(trx: Trx, callIds: readonly string[], now: Date): Promise<void> {
  if (callIds.length > 0) {
    await withdrawOfCalls(trx, callIds, now);
  }
}

/** How a call stopped ringing, as its devices are told. */
export interface TakingBack {
  title: string;
  /** For the devices of the session that decided it, and for all others. */
  body: { there: string; elsewhere: string };
  bySessionId: string | null;
  path: string;
  tag: string;
  /** The telephone is what answered: it is not hung up. */
  isByTelephone: boolean;
}

/** How long it is worth telling a device, or the telephone provider, that a call rings no more. */
const TAKING_BACK_MS = 120_000;

/**
 * Takes back what of a call has left: each device that was sent its push is sent one that takes its place,
 * and a phone call that was made is hung up. Each once, however often it is asked for. Say
 * `services.wakeOutbox()` after the commit.
 * @param describe asked only when something has left
 */
export async function takeBackMessages(
  services: Writing,
  trx: Trx,
  callId: string,
  describe: () => Promise<TakingBack | undefined>,
): Promise<void> {
  const createdAt = services.clock.now();
  const sent = await recallSentOfCall(trx, callId, createdAt);
  const how = sent.length > 0 ? await describe() : undefined;
  if (!how) {
    return;
  }
  const deviceIds = sent.flatMap(({ channel, recipient }) => (channel === "push" ? [recipient] : []));
  const own =
    how.bySessionId === null || deviceIds.length === 0
      ? new Set<string>()
      : await devicesOfSession(trx, how.bySessionId, deviceIds);
  const messages = sent.flatMap(({ channel, recipient, userId, providerId }): OpenMessage[] => {
    // Of no call: it is for after the call, and what comes of the call next must not withdraw it.
    const message = {
      id: services.newId(),
      recipient,
      callId: null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + TAKING_BACK_MS),
    };
    if (channel === "push") {
      const body = own.has(recipient) ? how.body.there : how.body.elsewhere;
      const data = { path: how.path, tag: how.tag };
      return userId === null
        ? []
        : [{ ...message, channel, userId, push: "call-ended", subject: how.title, body, data }];
    }
    return providerId !== null && !how.isByTelephone
      ? [{ ...message, channel, userId, subject: "", body: "", data: { hangUp: providerId } }]
      : [];
  });
  await writeAll(services, trx, messages);
}
