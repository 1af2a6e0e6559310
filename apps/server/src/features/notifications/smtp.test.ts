import { afterAll, afterEach, describe, expect, it } from "vitest";
import { localhostCertificate } from "../../../testing/localhost-certificate.ts";
import { type MailServer, startMailServer } from "../../../testing/mail-server.ts";
import { startStandIn } from "../../../testing/stand-in.ts";
import { readEnv } from "../../platform/env.ts";
import { composeMail } from "./mail-text.ts";
import { SmtpMail } from "./smtp.ts";

const servers: MailServer[] = [];
async function newMailServer(manner?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(manner);
  servers.push(server);
  return server;
}
const plain = await newMailServer();
afterEach(() => plain.answerRecipients(() => undefined));
afterAll(() => Promise.all(servers.map((server) => server.down())));

const FROM = "Umbral <no-reply@umbral.example>";

function mailThrough(url: string, options: ConstructorParameters<typeof SmtpMail>[1] = {}): SmtpMail {
  const { mail } = readEnv({ SMTP_URL: url, MAIL_FROM: FROM });
  if (!mail) {
    throw new Error("no mail in the environment");
  }
  return new SmtpMail(mail, { timeoutMs: 3000, ca: localhostCertificate.cert, ...options });
}

let count = 0;
function messageTo(to: string, words: Partial<Parameters<typeof composeMail>[0]> = {}) {
  count += 1;
  return {
    id: `00000000-0000-7000-8000-00000000000${count % 10}`,
    to,
    ...composeMail({ subject: "Recupera tu contraseña", paragraphs: ["Hola, Rosa."], ...words }),
  };
}
const accepted = { kind: "accepted", providerId: null };

describe("a mail", () => {
  it("arrives with its words, from us, for one person, as text and as a page in Spanish", async () => {
    const link = {
      label: "Crear una contraseña nueva",
      url: "https://umbral.example/reset_password?token=a&b",
    };
    const message = messageTo("rosa@example.com", { link });
    expect(await mailThrough(plain.url).send(message)).toEqual(accepted);
    const { from, to, mail } = await plain.next("rosa@example.com");
    expect({ from, to }).toEqual({ from: "no-reply@umbral.example", to: ["rosa@example.com"] });
    expect(mail).toMatchObject({
      subject: "Recupera tu contraseña",
      from: { name: "Umbral", address: "no-reply@umbral.example" },
      to: [{ address: "rosa@example.com" }],
      messageId: `<${message.id}@umbral.example>`,
    });
    expect(mail.text).toContain("Hola, Rosa.");
    expect(mail.text).toContain(
      "Crear una contraseña nueva:\nhttps://umbral.example/reset_password?token=a&b",
    );
    expect(mail.html).toContain('<html lang="es">');
    expect(mail.html).toContain('href="https://umbral.example/reset_password?token=a&amp;b"');
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  });

  it("shows what people wrote as they wrote it, and takes no orders from it", async () => {
    const name = `<script>alert("1")</script> & 'Ñoño' 👩‍👧 \u202Egnp.exe`;
    const message = messageTo("raro@example.com", {
      subject: `Hola ${name}\r\nBcc: otra@example.com\r\n\r\nmás`,
      paragraphs: [`Hola, ${name}.`, "una línea\r\nBcc: otra@example.com"],
    });
    await mailThrough(plain.url).send(message);
    const { to, source, mail } = await plain.next("raro@example.com");
    expect(to).toEqual(["raro@example.com"]);
    expect(mail.bcc).toBeUndefined();
    expect(source).not.toMatch(/^bcc:/im);
    expect(mail.subject).toBe(
      `Hola <script>alert("1")</script> & 'Ñoño' 👩‍👧  gnp.exe Bcc: otra@example.com más`,
    );
    expect(mail.text).toContain(`Hola, <script>alert("1")</script> & 'Ñoño' 👩‍👧  gnp.\u200bexe.\u200b`);
    expect(mail.html).toContain(
      "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Ñoño&#39; 👩‍👧",
    );
    expect(mail.html).not.toContain("<script");
  });

  it("makes no link of what somebody called themselves, and leaves our own and mailboxes whole", () => {
    const link = { label: "Entrar", url: "https://umbral.example/x" };
    for (const name of [
      "Gana en https://evil.example/x",
      "WWW.evil.example",
      "evil.example",
      "(evil.co/a@b)",
      "Rosa.evil.example:80",
    ]) {
      const { text, html } = composeMail({ subject: "x", paragraphs: [`Hola, ${name}.`], link });
      for (const said of [text, html]) {
        expect(said.replaceAll("https://umbral.example/x", "")).not.toMatch(/:\/\/|www\.e|evil\.(e|c)/i);
        expect(said).toContain("https://umbral.example/x");
      }
    }
    const plainWords =
      "Hola, Rosa. Tu correo rosa@umbral.example cambió el 3.12.2026 a las 10:30 en el Conjunto S.A.S.";
    expect(composeMail({ subject: "x", paragraphs: [plainWords] }).text).toContain(plainWords);
  });

  it("leads to a page of the web and nowhere else", () => {
    const words = { subject: "x", paragraphs: [] };
    expect(() => composeMail({ ...words, link: { label: "x", url: "javascript:alert(1)" } })).toThrow("http");
    const quoted = composeMail({ ...words, link: { label: "x", url: 'https://a.example/"><b>' } });
    expect(quoted.html).not.toContain("<b>");
  });

  it("is not sent to what is no address, nor to two that look like one", async () => {
    const before = plain.arrived.length;
    for (const to of [
      "",
      "rosa",
      "a@example.com, b@example.com",
      "a@example.com>\r\nRCPT TO:<b@example.com",
    ]) {
      const delivery = await mailThrough(plain.url).send(messageTo(to));
      expect([to, delivery.kind]).toEqual([to, "refused"]);
    }
    expect(plain.arrived).toHaveLength(before);
  });
});

describe("a mail server", () => {
  it("that refuses the recipient is not asked again, and its words, which name them, are not kept", async () => {
    plain.answerRecipients((address) => ({ code: 550, words: `5.1.1 ${address} does not exist` }));
    expect(await mailThrough(plain.url).send(messageTo("nadie@example.com"))).toEqual({
      kind: "refused",
      reason: "status 550, 5.1.1",
    });
  });

  it("that asks to come back later is asked again", async () => {
    plain.answerRecipients(() => ({ code: 451, words: "4.7.1 Greylisted, come back" }));
    expect(await mailThrough(plain.url).send(messageTo("luego@example.com"))).toEqual({
      kind: "away",
      reason: "status 451, 4.7.1",
    });
  });

  it("that is away is asked again", async () => {
    const gone = await startMailServer();
    await gone.down();
    expect(await mailThrough(gone.url).send(messageTo("a@example.com"))).toMatchObject({ kind: "away" });
    expect(await mailThrough("smtp://nowhere.invalid:25").send(messageTo("a@example.com"))).toMatchObject({
      kind: "away",
    });
  });

  it("that says nothing, or goes on for ever, is not waited for", async () => {
    const silent = await startStandIn(() => undefined);
    const url = silent.url.replace("http:", "smtp:");
    const delivery = await mailThrough(url, { timeoutMs: 200 }).send(messageTo("a@example.com"));
    expect(delivery.kind).toBe("away");
    await silent.close();
  });

  it("that offers STARTTLS hears us encrypted, and one whose certificate is not its own hears nothing", async () => {
    const secure = await newMailServer({ offersTls: true });
    expect(await mailThrough(secure.url).send(messageTo("rosa@example.com"))).toEqual(accepted);
    expect(await secure.next("rosa@example.com")).toMatchObject({ isEncrypted: true });
    const elsewhere = secure.url.replace("localhost", "127.0.0.1");
    expect(await mailThrough(elsewhere).send(messageTo("pedro@example.com"))).toMatchObject({ kind: "away" });
    expect(secure.arrived).toHaveLength(1);
  });

  it("knows us by name and password, and another password is ours to mend", async () => {
    const account = { user: "umbral@example.com", pass: "cl@ve/:secreta" };
    const asking = await newMailServer({ offersTls: true, account });
    const as = (pass: string) =>
      `smtp://${encodeURIComponent(account.user)}:${encodeURIComponent(pass)}@localhost:${asking.port}`;
    expect(await mailThrough(as(account.pass)).send(messageTo("rosa@example.com"))).toEqual(accepted);
    expect(await asking.next("rosa@example.com")).toMatchObject({ isEncrypted: true, user: account.user });
    expect(await mailThrough(as("otra")).send(messageTo("rosa@example.com"))).toMatchObject({
      kind: "away",
      reason: expect.stringContaining("535"),
    });
  });
});

describe("the configuration of mail", () => {
  it("never lets a password travel in the clear to another machine", () => {
    const read = (url: string) => readEnv({ SMTP_URL: url, MAIL_FROM: FROM }).mail;
    expect(read("smtp://u:p@mail.example:2525")).toMatchObject({ port: 2525, requiresTls: true });
    expect(read("smtp://mail.example")).toMatchObject({ port: 587, isSecure: false, requiresTls: false });
    expect(read("smtps://u:p@mail.example")).toMatchObject({ port: 465, isSecure: true });
    expect(read("smtp://u:p@127.0.0.1:25")).toMatchObject({ requiresTls: false });
  });

  it("is whole, and names what is wrong", () => {
    const wrong: [Record<string, string>, string][] = [
      [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM"],
      [{ MAIL_FROM: FROM }, "SMTP_URL"],
      [{ SMTP_URL: "https://mail.example", MAIL_FROM: FROM }, "SMTP_URL"],
      [{ SMTP_URL: "smtp://u:%zz@mail.example", MAIL_FROM: FROM }, "SMTP_URL"],
      [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "Umbral" }, "MAIL_FROM"],
      [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@b.co, c@d.co" }, "MAIL_FROM"],
    ];
    for (const [variables, name] of wrong) {
      expect(() => readEnv(variables)).toThrow(name);
    }
    expect(readEnv({ SMTP_URL: "smtp://m.example", MAIL_FROM: "a@b.co" }).mail?.from).toEqual({
      name: "",
      address: "a@b.co",
    });
  });
});
