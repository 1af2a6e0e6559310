import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { openLog } from "../../platform/log.ts";
import { LogFile, logsFolder } from "../../platform/log-file.ts";
import { diagnose } from "./diagnosis.ts";
import { harmlessLine } from "./harmless-lines.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services, stateWatch } = server.app;

/** Somebody, wherever a program could have written them. */
const secrets = [
  ...["Zoila Restrepo", "Zoila", "1040500111", "1.040.500.111", "+573001112233", "300 111 2233"],
  ...["zoila@correo.example", "190.85.1.22", "2001:db8:85a3:0:0:8a2e:370:7334", "s3creta-79"],
  "eyJhbGciOiJIUzI1NiJ9_abcdefghijklmnop",
];

it("has what helps, and nobody in it, wherever they were written", async () => {
  const log = openLog("info", new LogFile(logsFolder(services.env.dataDir)));
  for (const secret of secrets) {
    log.info(
      { cedula: secret, note: secret, reason: secret, nested: { of: secret }, list: [secret] },
      "said by mistake",
    );
    log.error({ err: Object.assign(new Error(`no: ${secret}`), { code: secret, detail: secret }) }, "failed");
  }
  for (const secret of secrets) {
    log.info({ number: Number(secret.replace(/\D/g, "")) }, `a message about ${secret}`);
  }
  log.info(
    { controllerId: "01a20b16-dec5-7585-b397-5bcc756fabfc", code: "NOT_FOUND" },
    "controller connected",
  );
  const [building] = [await server.newBuilding("Casa de Zoila Restrepo")];
  await server.newDoor(building, { name: "Puerta de Zoila" });
  await stateWatch.look();
  const variables = {
    ...{ PORT: "3000", LOG_LEVEL: "info", PRODUCT: "1040500111" },
    SMTP_URL: "smtps://zoila%40correo.example:s3creta-79@190.85.1.22",
    DATABASE_URL: "postgres://zoila:s3creta-79@190.85.1.22/umbral",
  };
  const metrics = async () => (await server.app.http.inject("/metrics")).body;
  const { name, text } = await diagnose(services, variables, metrics);

  expect(name).toMatch(/^umbral-diagnostico-\d{8}T\d{4}\.json$/);
  for (const secret of [...secrets, "correo", "Restrepo", "Casa de"]) {
    expect(text, secret).not.toContain(secret);
  }
  const diagnosis = JSON.parse(text);
  expect(diagnosis.settings).toMatchObject({
    PORT: "3000",
    LOG_LEVEL: "info",
    PRODUCT: "(puesta)",
    SMTP_URL: "(puesta)",
    DATABASE_URL: "(puesta)",
    METRICS_TOKEN: "(sin poner)",
  });
  expect(diagnosis.migrations.length).toBeGreaterThan(50);
  expect(diagnosis.states).toContainEqual(expect.objectContaining({ kind: "files-disk", isWell: true }));
  expect(diagnosis.metrics).toContainEqual(expect.stringMatching(/^umbral_sockets /));
  expect(diagnosis.log.at(-1)).toMatchObject({
    controllerId: "01a20b16-dec5-7585-b397-5bcc756fabfc",
    code: "NOT_FOUND",
    msg: "controller connected",
  });
  expect(diagnosis.log.some((line: { err?: { at: string[] } }) => (line.err?.at.length ?? 0) > 0)).toBe(true);
});

it("is given to the platform alone, and leaves out what is no line of ours", async () => {
  const [laura, pedro] = [await server.newPerson({ userType: "ADMIN" }), await server.newPerson()];
  const { status, body } = await asking(server, laura)("GET", "/api/bb/system-state/diagnosis");
  expect(status).toBe(200);
  expect(JSON.parse(body.text).metrics.length).toBeGreaterThan(10);
  expect(await asking(server, pedro)("GET", "/api/bb/system-state/diagnosis")).toMatchObject({ status: 403 });
  expect([harmlessLine("Zoila"), harmlessLine("12")]).toEqual([null, null]);
});
