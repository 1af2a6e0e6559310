import { csvFile, whoMay } from "@umbral/contract/lib/endpoint";
import fastify from "fastify";
import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { TestPerson } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { csvParts, inBatches } from "./csv.ts";
import { csvRoute } from "./csv-route.ts";
import { zodValidator } from "./route.ts";

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN" });
const exportAs = (headers: Record<string, string>) =>
  server.app.http.inject({ url: "/api/bb/usersV2/ResidentUserDetails.csv", headers });

describe("a file for a spreadsheet", () => {
  it("leaves in the audit from where it was taken, as whatever else is done does", async () => {
    const taken = await exportAs({
      ...laura.headers,
      "user-agent": "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1",
    });
    expect(taken.statusCode).toBe(200);
    const values = await server.db
      .selectFrom("audit_values")
      .innerJoin("audit_lines", "audit_lines.id", "audit_values.line_id")
      .select(["audit_values.part as part", "audit_values.value as value"])
      .where("audit_lines.action", "=", "users.exported")
      .where("audit_lines.actor_id", "=", laura.id)
      .execute();
    expect(values).toEqual([
      { part: "origin", value: JSON.stringify({ address: "127.0.0.1", device: "Safari en iPhone" }) },
    ]);
  });

  it("is one of its asker's eight requests: who asks for many waits behind themselves", async () => {
    const http = fastify();
    http.decorate("services", server.app.services);
    http.decorateRequest("actor", null);
    http.decorateRequest("caller", null);
    http.setValidatorCompiler(zodValidator);
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const none = z.strictObject({});
    csvRoute(
      http,
      csvFile({
        path: "/api/of-a-test",
        summary: "A test's",
        access: whoMay("profile.own", "somewhere"),
        params: none,
        query: none,
      }),
      async () => {
        begun += 1;
        await isReleased;
        return { name: "prueba", parts: csvParts([], inBatches([])) };
      },
    );
    const [rosa, pedro] = [await server.newPerson(), await server.newPerson()];
    const ask = ({ headers }: TestPerson) => http.inject({ url: "/api/of-a-test", headers });
    const files = Array.from({ length: 20 }, () => ask(rosa));
    await expect.poll(() => begun).toBe(8);
    const other = ask(pedro);
    // He came last: had more of hers begun, they would have before his.
    await expect.poll(() => begun).toBe(9);
    release();
    for (const file of [...(await Promise.all(files)), await other]) {
      expect(file.statusCode).toBe(200);
    }
    await http.close();
  });

  it("asks who it is in the share of its address", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    const asked = vi.spyOn(server.app.services.gate, "actorOfToken").mockImplementation(() => held);
    const files = Array.from({ length: 20 }, () => exportAs(laura.headers));
    await expect.poll(() => asked.mock.calls.length).toBe(6);
    release();
    expect((await Promise.all(files)).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 20 }, () => 401),
    );
    asked.mockRestore();
  });
});
