import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerAddress, type SMTPServerAuthentication } from "smtp-server";
import { localhostCertificate } from "./localhost-certificate.ts";

export interface ArrivedMail {
  from: string;
  to: string[];
  /** The line was encrypted when it came. */
  isEncrypted: boolean;
  /** Who signed in, when somebody did. */
  user: string | undefined;
  /** As it came. */
  source: string;
  mail: Email;
}

/** A mail server in a test's hands: it speaks SMTP, keeps what it takes and refuses what it is told to. */
export interface MailServer {
  port: number;
  /** `smtp://localhost:port` */
  url: string;
  arrived: ArrivedMail[];
  /** Waits for the next mail to this address that was not taken yet. */
  next(to: string): Promise<ArrivedMail>;
  /** What is answered to a recipient from now on: a code and its words, or nothing for yes. */
  answerRecipients(answer: (address: string) => { code: number; words: string } | undefined): void;
  /** Nobody listens there any more, until {@link MailServer.up}. */
  down(): Promise<void>;
  up(): Promise<void>;
}

interface Manner {
  /** STARTTLS is offered, with the certificate of `localhost`. */
  offersTls?: boolean;
  /** Who may sign in, and has to. */
  account?: { user: string; pass: string };
}

export async function startMailServer({ offersTls = false, account }: Manner = {}): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  const taken = new Set<ArrivedMail>();
  const waiting = new Set<() => void>();
  let answer: (address: string) => { code: number; words: string } | undefined = () => undefined;

  const make = () =>
    new SMTPServer({
      ...(offersTls ? localhostCertificate : {}),
      hideSTARTTLS: !offersTls,
      authOptional: account === undefined,
      disabledCommands: [...(offersTls ? [] : ["STARTTLS"]), ...(account ? [] : ["AUTH"])],
      allowInsecureAuth: true,
      logger: false,
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }: SMTPServerAuthentication, _session, done) =>
        username === account?.user && password === account?.pass
          ? done(null, { user: username })
          : done(new Error("no")),
      onRcptTo: ({ address }: SMTPServerAddress, _session, done) => {
        const refusal = answer(address);
        done(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null);
      },
      onData: (stream, session, done) => {
        const read = async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of stream) {
            chunks.push(Buffer.from(chunk));
          }
          const source = Buffer.concat(chunks);
          const { mailFrom, rcptTo } = session.envelope;
          arrived.push({
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            isEncrypted: session.secure,
            user: session.user,
            source: source.toString(),
            mail: await PostalMime.parse(source),
          });
          for (const look of waiting) {
            look();
          }
        };
        read().then(() => done(), done);
      },
    });

  let server = make();
  // Who hangs up in the middle is the test's business.
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.on("error", reject);
      server.listen(port, "127.0.0.1", () => resolve((server.server.address() as AddressInfo).port));
    });
  const port = await listen(0);

  return {
    port,
    url: `smtp://localhost:${port}`,
    arrived,
    next: (to) =>
      new Promise((resolve) => {
        const look = () => {
          const found = arrived.find((mail) => mail.to.includes(to) && !taken.has(mail));
          if (found) {
            taken.add(found);
            waiting.delete(look);
            resolve(found);
          }
        };
        waiting.add(look);
        look();
      }),
    answerRecipients(next) {
      answer = next;
    },
    down: () => new Promise((resolve) => server.close(() => resolve())),
    async up() {
      server = make();
      await listen(port);
    },
  };
}
