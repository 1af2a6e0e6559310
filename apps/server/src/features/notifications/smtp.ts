import nodemailer from "nodemailer";
import type { Env } from "../../platform/env.ts";
import { type Delivery, deliveryOfError, MAIL_TIMEOUT_MS, type Mail, type MailMessage } from "./providers.ts";

/** What an answer of a mail server says of the delivery: RFC 5321's codes and RFC 3463's. */
interface SmtpFailure {
  code: string;
  responseCode: number | undefined;
  response: string;
}

/** One address, without a name and without anything that would make it two. */
const ONE_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/** Mail through one server, a connection for each message. */
export class SmtpMail implements Mail {
  readonly #account: NonNullable<Env["mail"]>;
  readonly #timeoutMs: number;
  readonly #transport: ReturnType<typeof nodemailer.createTransport>;

  /** @param options.ca the authority that signs the server's certificate, besides the known ones */
  constructor(account: NonNullable<Env["mail"]>, options: { timeoutMs?: number; ca?: string } = {}) {
    this.#account = account;
    this.#timeoutMs = options.timeoutMs ?? MAIL_TIMEOUT_MS;
    this.#transport = nodemailer.createTransport({
      host: account.host,
      port: account.port,
      secure: account.isSecure,
      // STARTTLS is used wherever it is offered; a password does not travel without it.
      requireTLS: account.requiresTls,
      ...(account.auth ? { auth: account.auth } : {}),
      ...(options.ca ? { tls: { ca: options.ca } } : {}),
      connectionTimeout: this.#timeoutMs,
      greetingTimeout: this.#timeoutMs,
      socketTimeout: this.#timeoutMs,
      dnsTimeout: this.#timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ id, to, subject, text, html }: MailMessage): Promise<Delivery> {
    if (!ONE_ADDRESS.test(to)) {
      return { kind: "refused", reason: "no address" };
    }
    const { from } = this.#account;
    try {
      await this.#transport.sendMail({
        from,
        to: { name: "", address: to },
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        html,
        // The same for each try: a mailbox that took it twice can tell.
        messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
        headers: { "auto-submitted": "auto-generated", "content-language": "es" },
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return { kind: "accepted", providerId: null };
    } catch (error) {
      return deliveryOf(error);
    }
  }
}

/** Never the server's own words: they name the recipient. */
function deliveryOf(error: unknown): Delivery {
  const failure = failureOf(error);
  if (failure === undefined) {
    return deliveryOfError(error);
  }
  const { code, responseCode, response } = failure;
  if (responseCode === undefined) {
    return { kind: "away", reason: code };
  }
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reason = enhanced === undefined ? `status ${responseCode}` : `status ${responseCode}, ${enhanced}`;
  // A password that is not taken is ours to mend, and says nothing about the message.
  const isPassing = responseCode < 500 || code === "EAUTH";
  return { kind: isPassing ? "away" : "refused", reason };
}

function failureOf(error: unknown): SmtpFailure | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return undefined;
  }
  return {
    code: error.code,
    responseCode:
      "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : undefined,
    response: "response" in error && typeof error.response === "string" ? error.response : "",
  };
}
