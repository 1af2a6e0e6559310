import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startMailServer } from "../../../testing/mail-server.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { readEnv } from "../../platform/env.ts";
import { Dispatcher, type OnAccepted } from "./dispatcher.ts";
import { withdrawMessages, writeMail, writeMessage } from "./notifications.service.ts";
import { OutboxFolder } from "./outbox-folder.ts";
import type { Delivery, Providers } from "./providers.ts";
import { SmtpMail } from "./smtp.ts";

const server = await startTestServer();
// Only the dispatchers that a test starts may send.
await server.app.close();
const { services } = server.app;
const folder = await mkdtemp(join(tmpdir(), "umbral-outbox-"));
const running: Dispatcher[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
  await server.db.deleteFrom("outbox").execute();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const LIFE_MS = 60_000;
const taken: Delivery = { kind: "accepted", providerId: "SM1" };

/** A provider that answers each try in turn, the last answer for ever, and counts. */
function telephoneThat(...answers: (Delivery | Promise<Delivery>)[]) {
  const tries: string[] = [];
  const answer = async (what: string) => {
    tries.push(what);
    return (await answers[Math.min(tries.length, answers.length) - 1]) ?? taken;
  };
  return {
    tries,
    call: (to: string, url: string, seconds: number) => answer(`call ${to} ${url} ${seconds}`),
    sms: (to: string, text: string) => answer(`sms ${to} ${text}`),
    hangUp: (providerId: string) => answer(`hang up ${providerId}`),
  };
}

const nobody: Providers = { telephone: undefined, webPush: undefined, fcm: undefined, mail: undefined };

function start(
  providers: Partial<Providers>,
  more: { folder?: OutboxFolder; onAccepted?: OnAccepted } = {},
): Dispatcher {
  const dispatcher = new Dispatcher(services, {
    providers: { ...nobody, ...providers },
    folder: more.folder,
    onAccepted: more.onAccepted ?? (async () => undefined),
    onTooLate: async () => undefined,
  });
  running.push(dispatcher);
  dispatcher.start();
  return dispatcher;
}

const person = await server.newPerson();

async function write(
  channel: "sms" | "voice" | "mail" = "sms",
  callId: string | null = null,
  { to = "+573001234567", lifeMs = LIFE_MS } = {},
): Promise<void> {
  await server.db.transaction().execute((trx) =>
    writeMessage(services, trx, channel, to, {
      subject: "Llamada",
      body: "Te llaman",
      data: { url: "https://umbral.example/say" },
      userId: person.id,
      callId,
      expiresAt: new Date(server.clock.now().getTime() + lifeMs),
    }),
  );
}

async function newCall(): Promise<string> {
  const building = await server.newBuilding();
  const caller = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const callId = services.newId();
  const now = server.clock.now();
  await server.db
    .insertInto("calls")
    .values({
      id: callId,
      ringing_id: callId,
      building_id: building.id,
      apartment_id: null,
      caller_id: caller.id,
      caller_session_id: null,
      callee_id: person.id,
      callee_session_id: null,
      callee_socket_id: null,
      space_id: null,
      is_from_lobby: true,
      created_at: now,
      expires_at: now,
    })
    .execute();
  return callId;
}

const rows = () => server.db.selectFrom("outbox").selectAll().orderBy("id").execute();
const outcomes = async () => (await rows()).map((row) => row.outcome);
/** A round in which everything whose turn had come was begun: a message written before it is through. */
async function aRoundOf(dispatcher: Dispatcher): Promise<void> {
  await write("mail");
  dispatcher.wake();
  await expect.poll(outcomes).toContain("undelivered");
  await server.db.deleteFrom("outbox").where("channel", "=", "mail").execute();
}
const settledAs = (...expected: string[]) => expect.poll(outcomes).toEqual(expected);

describe("a message", () => {
  it("is handed over once, however many processes look, and says nothing any more", async () => {
    const telephone = telephoneThat(taken);
    for (let count = 0; count < 10; count += 1) {
      await write();
    }
    for (let process = 0; process < 3; process += 1) {
      start({ telephone });
    }
    await settledAs(...Array<string>(10).fill("accepted"));
    expect(telephone.tries).toEqual(Array<string>(10).fill("sms +573001234567 Te llaman"));
    const [row] = await rows();
    expect(row).toMatchObject({ words: null, provider_id: "SM1", attempts: 1 });
  });

  it("is not sent when the action it tells of is undone", async () => {
    const telephone = telephoneThat(taken);
    const undone = server.db.transaction().execute(async (trx) => {
      await writeMessage(services, trx, "sms", "+573001234567", {
        subject: "",
        body: "x",
        data: {},
        userId: person.id,
        callId: null,
        expiresAt: new Date(server.clock.now().getTime() + LIFE_MS),
      });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await write();
    start({ telephone });
    await settledAs("accepted");
    expect(telephone.tries).toHaveLength(1);
  });

  it("leaves as soon as somebody says that it is there", async () => {
    const telephone = telephoneThat(taken);
    const dispatcher = start({ telephone });
    await write();
    dispatcher.wake();
    await settledAs("accepted");
  });

  it("is for a phone call with what to ask and how long to ring", async () => {
    const telephone = telephoneThat(taken);
    await write("voice");
    start({ telephone });
    await settledAs("accepted");
    expect(telephone.tries[0]).toMatch(/^call \+573001234567 https:\/\/umbral\.example\/say (60|5\d)$/);
  });
});

describe("a provider that may have taken it", () => {
  it("is not asked again, and nobody is told that it did", async () => {
    const telephone = telephoneThat({ kind: "unsure", reason: "TimeoutError" });
    const told: string[] = [];
    await write("voice");
    start(
      { telephone },
      {
        onAccepted:
          async (_trx, { channel }) =>
          () =>
            told.push(channel),
      },
    );
    await settledAs("failed");
    expect([telephone.tries.length, told]).toEqual([1, []]);
  });
});

describe("a provider that is away", () => {
  // Pauses end by the pushes of a test alone, however slow the machine.
  beforeEach(() => server.clock.hold());
  afterEach(() => server.clock.release());

  it("is tried again, later each time, and its success is told once", async () => {
    const away: Delivery = { kind: "away", reason: "status 503" };
    const telephone = telephoneThat(away, away, away, taken);
    const told: string[] = [];
    const onAccepted: OnAccepted =
      async (_trx, { channel }) =>
      () =>
        told.push(channel);
    await write();
    const dispatcher = start({ telephone }, { onAccepted });
    const triedAfter = async (milliseconds: number, tries: number) => {
      server.clock.push(milliseconds);
      await aRoundOf(dispatcher);
      await expect.poll(() => telephone.tries.length).toBe(tries);
      // The try is over when the next is put off, or when there is none.
      await expect.poll(async () => isOver((await rows())[0])).toBe(true);
    };
    const isOver = (row: Awaited<ReturnType<typeof rows>>[number] | undefined) =>
      row?.settled_at != null || (row?.next_attempt_at.getTime() ?? 0) - server.clock.now().getTime() < 9000;
    await triedAfter(0, 1);
    await triedAfter(1100, 2);
    await triedAfter(2100, 3);
    // The third pause is of four seconds.
    await triedAfter(1100, 3);
    await triedAfter(3000, 4);
    await settledAs("accepted");
    expect(told).toEqual(["sms"]);
  });

  it("is tried for as long as the message is worth something, and then not any more", async () => {
    const away: Delivery = { kind: "away", reason: "ECONNREFUSED" };
    const telephone = telephoneThat(...Array<Delivery>(8).fill(away), taken);
    await write("sms", null, { lifeMs: 3_600_000 });
    const dispatcher = start({ telephone });
    const triedTimes = async (tries: number) => {
      await expect.poll(() => telephone.tries.length).toBe(tries);
      // The try is over when the next is put off by its pause: before, by a claim.
      const pauseMs = 1000 * 2 ** (tries - 1);
      const leftMs = async () => Number((await rows())[0]?.next_attempt_at) - server.clock.now().getTime();
      await expect.poll(leftMs).toBe(pauseMs);
    };
    for (let tries = 1; tries <= 8; tries += 1) {
      await triedTimes(tries);
      server.clock.push(130_000);
      dispatcher.wake();
    }
    await settledAs("accepted");
    expect(telephone.tries).toHaveLength(9);
  });

  it("is not tried once the message is worth nothing, and never more seldom than each quarter of an hour", async () => {
    const telephone = telephoneThat({ kind: "away", reason: "ECONNREFUSED" });
    await write("sms", null, { lifeMs: 24 * 3_600_000 });
    await server.db.updateTable("outbox").set({ attempts: 60 }).execute();
    const dispatcher = start({ telephone });
    const pauseMs = async () => Number((await rows())[0]?.next_attempt_at) - server.clock.now().getTime();
    await expect.poll(pauseMs).toBe(15 * 60_000);
    expect(await outcomes()).toEqual([null]);
    server.clock.push(24 * 3_600_000);
    dispatcher.wake();
    await settledAs("expired");
    expect(telephone.tries).toHaveLength(1);
  });

  it("is never asked to send what was written for another address, or is of a lost key", async () => {
    const telephone = telephoneThat(taken);
    await write("voice");
    await write("sms");
    await server.db
      .updateTable("outbox")
      .set({ recipient: "+573009999999" })
      .where("channel", "=", "voice")
      .execute();
    await server.db
      .updateTable("outbox")
      .set({ words: Buffer.alloc(60) })
      .where("channel", "=", "sms")
      .execute();
    start({ telephone });
    await settledAs("failed", "failed");
    expect(telephone.tries).toEqual([]);
  });

  it("has nothing to do with a message that it refuses", async () => {
    const telephone = telephoneThat({ kind: "refused", reason: "status 400" });
    await write();
    start({ telephone });
    await settledAs("failed");
    expect(telephone.tries).toHaveLength(1);
  });
});

describe("messages that many get at once", () => {
  it("hold up no call, and an alarm only as long as those under way last", async () => {
    let release: (delivery: Delivery) => void = () => undefined;
    const hold = new Promise<Delivery>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    const slow = {
      ...telephoneThat(taken),
      sms: (to: string) => {
        asked.push(to);
        return to === "the bills" ? hold : Promise.resolve(taken);
      },
    };
    for (let count = 0; count < 80; count += 1) {
      await write("sms", null, { to: "the bills", lifeMs: 24 * 3_600_000 });
    }
    const dispatcher = start({ telephone: slow });
    await expect.poll(() => asked.length).toBe(32);
    await write("sms", null, { to: "an alarm" });
    await write("sms", await newCall(), { to: "a call" });
    dispatcher.wake();
    await expect.poll(() => asked.length).toBe(33);
    expect(asked.at(-1)).toBe("a call");
    release(taken);
    await settledAs(...Array<string>(82).fill("accepted"));
    // Of those that began once there was room.
    expect(asked.slice(33, 33 + 32)).toContain("an alarm");
  });
});

describe("a message whose time is over", () => {
  it("is not sent", async () => {
    const telephone = telephoneThat(taken);
    await write();
    server.clock.push(LIFE_MS);
    start({ telephone });
    await settledAs("expired");
    expect(telephone.tries).toEqual([]);
  });

  it("is not sent once its call is decided", async () => {
    const callId = await newCall();
    const telephone = telephoneThat(taken);
    await write("sms", callId);
    await write();
    await server.db.transaction().execute((trx) => withdrawMessages(trx, [callId], server.clock.now()));
    start({ telephone });
    await settledAs("withdrawn", "accepted");
    expect(telephone.tries).toHaveLength(1);
  });
});

describe("a mail", () => {
  const LINK = "https://umbral.example/reset_password?token=secreto";
  const writeLink = (to: string, lifeMs = 30 * 60_000) =>
    server.db.transaction().execute((trx) =>
      writeMail(services, trx, {
        userId: person.id,
        to,
        subject: "Recupera tu contraseña",
        paragraphs: ["Hola."],
        link: { label: "Crear una contraseña nueva", url: LINK },
        expiresAt: new Date(server.clock.now().getTime() + lifeMs),
      }),
    );

  it("goes out over SMTP, minutes later when the server asks for that, and is forgotten here", async () => {
    const post = await startMailServer();
    onTestFinished(() => post.down());
    const mail = readEnv({ SMTP_URL: post.url, MAIL_FROM: "umbral@example.com" }).mail;
    let asked = 0;
    post.answerRecipients(() => {
      asked += 1;
      return asked <= 3 ? { code: 451, words: "4.7.1 later" } : undefined;
    });
    await writeLink("rosa@example.com");
    const dispatcher = start({ mail: mail && new SmtpMail(mail) });
    for (const pause of [5000, 20_000, 80_000]) {
      const tries = asked + 1;
      await expect.poll(() => asked).toBe(tries);
      // The try is over when the next is put off by its whole pause.
      const left = async () => {
        const [row] = await rows();
        return (row?.next_attempt_at.getTime() ?? 0) - server.clock.now().getTime();
      };
      await expect.poll(async () => Math.abs((await left()) - pause) < 4000).toBe(true);
      server.clock.push(pause);
      dispatcher.wake();
    }
    expect((await post.next("rosa@example.com")).mail.text).toContain(LINK);
    await settledAs("accepted");
    expect(JSON.stringify(await rows())).not.toContain("secreto");
  });

  it("waits for a server that is away", async () => {
    const post = await startMailServer();
    await post.down();
    const mail = readEnv({ SMTP_URL: post.url, MAIL_FROM: "umbral@example.com" }).mail;
    const dispatcher = start({ mail: mail && new SmtpMail(mail) });
    await writeLink("rosa@example.com");
    dispatcher.wake();
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    await post.up();
    onTestFinished(() => post.down());
    const triedAgain = async () => {
      server.clock.push(5000);
      dispatcher.wake();
      return outcomes();
    };
    await expect.poll(triedAgain).toEqual(["accepted"]);
    expect((await post.next("rosa@example.com")).mail.text).toContain(LINK);
  });

  it("does not hold up a call, however many wait for a server that does not answer", async () => {
    let given = 0;
    const stuck: Providers["mail"] = {
      send: () => {
        given += 1;
        return hold;
      },
    };
    let release: (delivery: Delivery) => void = () => undefined;
    const hold = new Promise<Delivery>((resolve) => {
      release = resolve;
    });
    for (let count = 0; count < 40; count += 1) {
      await writeLink("rosa@example.com");
    }
    const telephone = telephoneThat(taken);
    const dispatcher = start({ mail: stuck, telephone });
    await expect.poll(() => given).toBe(8);
    await write("sms");
    dispatcher.wake();
    await expect.poll(() => telephone.tries.length).toBe(1);
    expect(given).toBe(8);
    release(taken);
    await settledAs(...Array<string>(41).fill("accepted"));
  });

  it("that found no provider keeps no secret", async () => {
    await writeLink("rosa@example.com");
    start({});
    await settledAs("undelivered");
    expect(JSON.stringify(await rows())).not.toContain("secreto");
  });

  it("stands in the demonstration's outbox as it would be read", async () => {
    const outbox = new OutboxFolder(join(folder, "mails"));
    await writeLink("rosa@example.com");
    start({}, { folder: outbox });
    await settledAs("outbox");
    expect(await outbox.newest()).toMatchObject([
      {
        channel: "mail",
        to: "rosa@example.com",
        subject: "Recupera tu contraseña",
        body: expect.stringContaining(LINK),
      },
    ]);
  });
});

describe("a process that dies while it sends", () => {
  it("leaves the message to another, after the time that a try may take", async () => {
    const never = new Promise<Delivery>(() => undefined);
    const dying = telephoneThat(never);
    await write();
    const dead = new Dispatcher(services, {
      providers: { ...nobody, telephone: dying },
      folder: undefined,
      onAccepted: async () => undefined,
      onTooLate: async () => undefined,
    });
    dead.start();
    await expect.poll(() => dying.tries.length).toBe(1);
    // It is not waited for: nothing of it will ever come back.
    dead.stop().catch(() => undefined);

    const telephone = telephoneThat(taken);
    const alive = start({ telephone });
    server.clock.push(5000);
    await aRoundOf(alive);
    expect(telephone.tries).toEqual([]);
    server.clock.push(10_000);
    alive.wake();
    await settledAs("accepted");
    expect(telephone.tries).toHaveLength(1);
  });

  it("is not the same as one that stops: that one finishes what it began", async () => {
    let finish: (delivery: Delivery) => void = () => undefined;
    const slow = telephoneThat(
      new Promise<Delivery>((resolve) => {
        finish = resolve;
      }),
    );
    await write();
    const dispatcher = start({ telephone: slow });
    await expect.poll(() => slow.tries.length).toBe(1);
    const stopped = dispatcher.stop();
    finish(taken);
    await stopped;
    expect(await outcomes()).toEqual(["accepted"]);
  });
});

describe("without a provider", () => {
  it("a message is recorded as undelivered, without what it said", async () => {
    for (const channel of ["sms", "voice", "mail"] as const) {
      await write(channel);
    }
    start({});
    await settledAs("undelivered", "undelivered", "undelivered");
    expect((await rows()).map(({ words }) => words)).toEqual([null, null, null]);
  });

  it("the demonstration puts each in a file of its outbox, and that counts as sent", async () => {
    const outbox = new OutboxFolder(join(folder, "outbox"));
    const told: string[] = [];
    await write("voice");
    await write("sms");
    start(
      {},
      {
        folder: outbox,
        onAccepted:
          async (_trx, { channel }) =>
          () =>
            told.push(channel),
      },
    );
    await settledAs("outbox", "outbox");
    expect(told.sort()).toEqual(["sms", "voice"]);
    const files = await readdir(join(folder, "outbox"));
    expect(files).toHaveLength(2);
    const messages = await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(folder, "outbox", name), "utf8"))),
    );
    for (const message of messages) {
      expect(message).toMatchObject({ to: "+573001234567", subject: "Llamada", body: "Te llaman" });
      expect(Object.keys(message)).toEqual(["id", "channel", "to", "subject", "body", "createdAt"]);
    }
    expect((await outbox.newest()).map(({ channel }) => channel).sort()).toEqual(["sms", "voice"]);
  });
});
