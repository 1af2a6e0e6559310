import { afterAll, describe, expect, it } from "vitest";
import { cedula, csv, HEADERS, importTools } from "../../../testing/test-import.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { xlsxOf } from "../../../testing/test-sheets.ts";
import { importInto } from "./import.service.ts";

const server = await startTestServer();
afterAll(() => server.close());
const laura = await server.newPerson({ userType: "ADMIN" });
const { send, countIn } = importTools(server, laura);

describe("an import on its way", () => {
  it("tells the session that asked how far it is, and nobody else", async () => {
    const building = await server.newBuilding();
    const [mine, other] = [await server.connectAs(laura), await server.newPerson({ userType: "ADMIN" })];
    const others = await server.connectAs(other);
    const importId = `import-${cedula()}`;
    const rows = Array.from({ length: 450 }, (_, index) => [
      "P",
      "1",
      `P-${index}`,
      `Vecino ${index}`,
      cedula(),
    ]);
    const { body } = await send(building.id, csv(...rows), true, laura.headers, { importId });
    expect(body.isApplied).toBe(true);
    await mine.hear("import:progress", ({ stage }) => stage === "saved");
    const heard = mine.heardSoFar("import:progress");
    expect(heard).toContainEqual({ importId, stage: "reading", row: 0, rows: 0 });
    expect(heard).toContainEqual({ importId, stage: "checking", row: 450, rows: 450 });
    expect(heard).toContainEqual({ importId, stage: "saving", row: 450, rows: 450 });
    expect(others.heardSoFar("import:progress")).toEqual([]);
  });

  it("saves nothing when whoever asked hangs up in the middle of saving", async () => {
    const building = await server.newBuilding();
    const before = await countIn(building.id);
    const socket = await server.connectAs(laura);
    const leaving = new AbortController();
    const rows = Array.from({ length: 3000 }, (_, index) => [
      "Q",
      "1",
      `Q-${index}`,
      `Vecina ${index}`,
      cedula(),
    ]);
    const sending = send(building.id, csv(...rows), true, laura.headers, {
      importId: "import-cancelled",
      signal: leaving.signal,
    });
    sending.catch(() => undefined);
    await socket.hear<{ stage: string; row: number }>(
      "import:progress",
      ({ stage, row }) => stage === "saving" && row > 0,
    );
    leaving.abort();
    await socket.hear("import:progress", ({ stage }) => stage === "dropped");
    await expect(sending).rejects.toThrow("aborted");
    expect(await countIn(building.id)).toEqual(before);
    expect(socket.heardSoFar("import:progress")).not.toContainEqual(
      expect.objectContaining({ stage: "saved" }),
    );
  });

  it("says nothing where the line to the database broke, and nobody knows whether all was saved", async () => {
    const building = await server.newBuilding();
    const socket = await server.connectAs(laura);
    const { id: sessionId } = await server.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", laura.id)
      .executeTakeFirstOrThrow();
    const actor = { id: laura.id, userType: "ADMIN", spaces: [], sessionId, hasSecondFactor: true } as const;
    const broken = "Connection terminated unexpectedly";
    const inviting = {
      writeInvitations: () => Promise.reject(new Error(broken)),
      promiseMoreCards: () => Promise.resolve(),
      letOverduePromisesGo: () => Promise.resolve(),
    };
    const rows = csv(["R", "1", "R-1", "Vecino", cedula()]);
    const file = new File([new Uint8Array(rows)], "hoja.csv");
    const wanted = { importId: "import-broken", file, apply: "true" } as const;
    const { signal } = new AbortController();
    await expect(
      importInto(server.app.services, inviting, actor, building.id, wanted, signal),
    ).rejects.toThrow(broken);
    await send(building.id, rows, true, laura.headers, { importId: "import-after" });
    await socket.hear("import:progress", ({ stage }) => stage === "saved");
    expect(socket.heardSoFar("import:progress")).not.toContainEqual(
      expect.objectContaining({ stage: "dropped" }),
    );
  });

  it("brings in some thousand rows of a spreadsheet at once", async () => {
    const building = await server.newBuilding();
    const rows = Array.from({ length: 2000 }, (_, index) => [
      `T${index % 10}`,
      String(Math.floor(index / 1000) + 1),
      `T${index % 10}-${Math.floor(index / 10)}`,
      `Persona Número ${index}`,
      String(70_000_000 + index),
      "CC",
      "",
      `persona${index}@example.org`,
      "Residente",
      (0xabc00000 + index).toString(16),
      "",
    ]);
    const { body } = await send(building.id, xlsxOf([HEADERS, ...rows]), true);
    expect(body.isApplied).toBe(true);
    expect(body.rows).toHaveLength(2000);
    const waiting = await server.db
      .selectFrom("invitations")
      .select((eb) => eb.fn.countAll().as("all"))
      .where("building_id", "=", building.id)
      .executeTakeFirstOrThrow();
    expect(Number(waiting.all)).toBe(2000);
  }, 60_000);
});
