import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { forgetOldPlaces } from "./sign-in-networks.ts";

const server = await startTestServer();
afterAll(() => server.close());

const PASSWORD = "una clave de prueba";
const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

// Nothing of the story before counts any more, and time goes on by pushes alone.
beforeEach(() => {
  server.clock.hold();
  server.clock.push(WINDOW_MS);
});

let places = 0;
/** An address nobody has tried from. */
const newAddress = () => {
  places += 1;
  return `198.51.${Math.floor(places / 250)}.${(places % 250) + 1}`;
};

async function signIn(cedula: string, password: string, from: string) {
  const { statusCode, headers } = await server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/login",
    remoteAddress: from,
    payload: { cedula, password, userType: "USER" },
  });
  return { status: statusCode, wait: Number(headers["retry-after"] ?? 0) };
}

/** Wrong passwords from as many addresses, each once. */
async function guessFromEverywhere(cedula: string, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    expect((await signIn(cedula, "mala", newAddress())).status).toBe(401);
  }
}

describe("guessing a password", () => {
  it("from a whole /64 is guessing from one address", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await signIn(rosa.cedula, "mala", `2001:db8:7:7::${turn + 1}`)).status).toBe(401);
    }
    expect((await signIn(rosa.cedula, PASSWORD, "2001:db8:7:7:ffff::1")).status).toBe(429);
    expect((await signIn(rosa.cedula, PASSWORD, "2001:db8:7:8::1")).status).toBe(200);
  });

  it("around a quarter of the clock is guessing all the same, for fifteen minutes from each failure", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    const from = newAddress();
    server.clock.push(WINDOW_MS - (server.clock.now().getTime() % WINDOW_MS) - 30_000);
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await signIn(rosa.cedula, "mala", from)).status).toBe(401);
    }
    server.clock.push(60_000);
    expect(await signIn(rosa.cedula, PASSWORD, from)).toEqual({ status: 429, wait: 14 * 60 });
    server.clock.push(14 * 60_000 - 1);
    expect(await signIn(rosa.cedula, PASSWORD, from)).toEqual({ status: 429, wait: 1 });
    server.clock.push(1);
    expect((await signIn(rosa.cedula, PASSWORD, from)).status).toBe(200);
  });

  it("counts where one registers too, and who knows it is not counted", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    const forms = await formsFor(await server.newBuilding());
    const registerWith = async (password: string) => {
      const form = { ...forms.visitor(), cedula: rosa.cedula };
      return (await register(server, forms.visitorPath, form, { password, passwordConfirmation: password }))
        .status;
    };
    expect(await registerWith(PASSWORD)).toBe(200);
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await registerWith("tres loros en la mesa")).toBe(409);
    }
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await signIn(rosa.cedula, "mala", "127.0.0.1")).status).toBe(401);
    }
    expect((await signIn(rosa.cedula, PASSWORD, "127.0.0.1")).status).toBe(429);
  });

  it("from one address at many accounts ends after two hundred, also from a /64", async () => {
    const replies: { status: number }[] = [];
    for (let turn = 0; turn < 205; turn += 41) {
      const some = Array.from({ length: 41 }, (_, one) =>
        signIn(`66${turn + one}`, "mala", `2001:db8:9:9::${(one % 9) + 1}`),
      );
      replies.push(...(await Promise.all(some)));
    }
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(200);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it("from many addresses waits, from 1 s doubling to 30 s, whoever asks", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    await guessFromEverywhere(rosa.cedula, 20);
    const waits: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      const refused = await signIn(rosa.cedula, "mala", newAddress());
      expect(refused.status).toBe(429);
      waits.push(refused.wait);
      server.clock.push(refused.wait * 1000 - 1);
      expect((await signIn(rosa.cedula, "mala", newAddress())).status).toBe(429);
      server.clock.push(1);
      expect((await signIn(rosa.cedula, "mala", newAddress())).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
    // The right one is in time for nothing else: it waits as any other, and no longer.
    const own = await signIn(rosa.cedula, PASSWORD, newAddress());
    expect(own).toEqual({ status: 429, wait: 30 });
    server.clock.push(30_000);
    expect((await signIn(rosa.cedula, PASSWORD, newAddress())).status).toBe(200);
  });

  it("all at once from many addresses gets no further", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => signIn(rosa.cedula, "mala", newAddress())),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(20);
  });

  it("keeps nobody out of their account where they signed in within 30 days", async () => {
    const [rosa, pedro] = [
      await server.newPerson({ password: PASSWORD }),
      await server.newPerson({ password: PASSWORD }),
    ];
    const [home, phone, neighbour] = [newAddress(), "2001:db8:1:2::1", newAddress()];
    for (const from of [home, phone]) {
      expect((await signIn(rosa.cedula, PASSWORD, from)).status).toBe(200);
    }
    expect((await signIn(pedro.cedula, PASSWORD, neighbour)).status).toBe(200);
    await guessFromEverywhere(rosa.cedula, 20);
    expect((await signIn(rosa.cedula, PASSWORD, home)).status).toBe(200);
    expect((await signIn(rosa.cedula, PASSWORD, "2001:db8:1:2:3::1")).status).toBe(200);
    expect((await signIn(rosa.cedula, "mala", home)).status).toBe(401);
    expect((await signIn(rosa.cedula, PASSWORD, home)).status).toBe(200);
    // Another's own place is no place of hers.
    expect((await signIn(rosa.cedula, PASSWORD, neighbour)).status).toBe(429);

    server.clock.push(29 * DAY_MS);
    await guessFromEverywhere(rosa.cedula, 20);
    await new Housekeeping(server.app.services, [forgetOldPlaces]).tidy();
    expect((await signIn(rosa.cedula, PASSWORD, home)).status).toBe(200);
    server.clock.push(30 * DAY_MS);
    await guessFromEverywhere(rosa.cedula, 20);
    expect((await signIn(rosa.cedula, PASSWORD, home)).status).toBe(429);
    await new Housekeeping(server.app.services, [forgetOldPlaces]).tidy();
    expect(
      await server.db.selectFrom("sign_in_networks").selectAll().where("user_id", "=", rosa.id).execute(),
    ).toEqual([]);
  });

  it("counts no success, and one process knows what another has seen", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    const another = await server.another();
    for (let turn = 0; turn < 40; turn += 1) {
      expect((await signIn(rosa.cedula, PASSWORD, newAddress())).status).toBe(200);
    }
    await guessFromEverywhere(rosa.cedula, 20);
    const there = await another.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      remoteAddress: newAddress(),
      payload: { cedula: rosa.cedula, password: PASSWORD, userType: "USER" },
    });
    expect(there.statusCode).toBe(429);
    await another.close();
  });

  it("says the same of a cédula that nobody has", async () => {
    const [rosa, nobody] = [(await server.newPerson({ password: PASSWORD })).cedula, "7700112233"];
    const heard: object[][] = [];
    for (const cedula of [rosa, nobody]) {
      await guessFromEverywhere(cedula, 20);
      const answers: object[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        answers.push(await signIn(cedula, "mala", newAddress()));
        server.clock.push(1000);
      }
      heard.push(answers);
    }
    expect(heard[0]).toEqual(heard[1]);
  });

  it("is refused while the counts cannot be read", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    await server.db.schema.alterTable("attempts").renameTo("attempts_away").execute();
    try {
      expect((await signIn(rosa.cedula, PASSWORD, newAddress())).status).toBeGreaterThanOrEqual(500);
    } finally {
      await server.db.schema.alterTable("attempts_away").renameTo("attempts").execute();
    }
    expect((await signIn(rosa.cedula, PASSWORD, newAddress())).status).toBe(200);
  });
});
