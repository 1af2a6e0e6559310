import { afterAll, describe, expect, it, vi } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import { Jobs } from "../../platform/jobs.ts";
import { SessionWatch } from "./session-watch.ts";

const server = await startTestServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = "tres loros en la mesa";

interface Signed {
  headers: { authorization: string };
}
const isOpen = async ({ headers }: Signed): Promise<boolean> =>
  (await server.app.http.inject({ url: "/api/user/auth/currentUser", headers })).statusCode === 200;

async function signIn(cedula: string): Promise<Signed & { token: string }> {
  const reply = await server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/login",
    payload: { cedula, password: PASSWORD, userType: "USER" },
  });
  const { token } = reply.json<{ token: string }>();
  return { token, headers: { authorization: `JWT ${token}` } };
}

const newAdministrator = async () => {
  const { id: buildingId } = await server.newBuilding();
  return server.newPerson({ password: PASSWORD, spaces: [{ role: "ADMINISTRADOR", buildingId }] });
};

describe("a session that nobody uses", () => {
  it("of an administration ends after twelve hours, and goes on while it is used", async () => {
    const { cedula } = await newAdministrator();
    const building = await signIn(cedula);
    const platform = await server.newPerson({ userType: "ADMIN" });
    const everybody = async () => [await isOpen(building), await isOpen(platform)];
    for (let use = 0; use < 4; use += 1) {
      server.clock.push(11 * HOUR_MS);
      expect(await everybody()).toEqual([true, true]);
    }
    server.clock.push(12 * HOUR_MS + 60_000);
    expect(await everybody()).toEqual([false, false]);
  });

  it("of anybody else ends after sixty days, and goes on for years while it is used", async () => {
    const person = await server.newPerson({ password: PASSWORD });
    const phone = await signIn(person.cedula);
    for (let use = 0; use < 8; use += 1) {
      server.clock.push(59 * DAY_MS);
      expect(await isOpen(phone)).toBe(true);
    }
    server.clock.push(60 * DAY_MS + 5 * 60_000);
    expect(await isOpen(phone)).toBe(false);
  });

  it("ends as an administrator's from the moment that its person is one", async () => {
    const person = await server.newPerson();
    server.clock.push(13 * HOUR_MS);
    expect(await isOpen(person)).toBe(true);
    server.clock.push(13 * HOUR_MS);
    const { id: buildingId } = await server.newBuilding();
    await server.db
      .insertInto("spaces")
      .values({
        id: crypto.randomUUID(),
        user_id: person.id,
        role: "ADMINISTRADOR",
        building_id: buildingId,
        status: "APPROVED",
      })
      .execute();
    expect(await isOpen(person)).toBe(false);
  });

  it("stays ended when its person is an administrator no more", async () => {
    const { id, cedula } = await newAdministrator();
    const left = await signIn(cedula);
    server.clock.push(13 * HOUR_MS);
    await server.db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", id).execute();
    expect(await isOpen(left)).toBe(false);
    expect(await isOpen(await signIn(cedula))).toBe(true);
  });

  it("is looked at within seconds of opening a socket, though nobody had one for long", async () => {
    const left = await newAdministrator();
    expect(server.app.io.of("/").sockets.size).toBe(0);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const jobs = new Jobs(() => server.clock.now());
    const looks = vi.spyOn(jobs, "note");
    const watch = new SessionWatch(server.app.io, { ...server.app.services, jobs });
    try {
      watch.start();
      await vi.advanceTimersByTimeAsync(5000);
      expect(looks).toHaveBeenCalledTimes(1);
      const socket = await server.connectAs(left);
      await vi.advanceTimersByTimeAsync(5000);
      await expect.poll(() => looks.mock.calls.length).toBe(2);
      socket.raw.disconnect();
      await expect.poll(() => server.app.io.of("/").sockets.size).toBe(0);
    } finally {
      vi.useRealTimers();
      await watch.stop();
    }
  });

  it("hears nothing more on a socket that was left open", async () => {
    const watch = new SessionWatch(server.app.io, server.app.services);
    const [left, neighbour] = [await newAdministrator(), await server.newPerson()];
    const [socket, other] = [await server.connectAs(left), await server.connectAs(neighbour)];
    const ended = socket.ended();
    server.clock.push(11 * HOUR_MS);
    await watch.lookAtEverybody();
    expect(socket.raw.connected).toBe(true);
    server.clock.push(2 * HOUR_MS);
    await watch.lookAtEverybody();
    expect(await ended).toBe("io server disconnect");
    expect(other.raw.connected).toBe(true);
  });
});
