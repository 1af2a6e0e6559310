// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as plainRequest } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { freePort } from "./free-port.mjs";
import { root, run } from "./run.mjs";

/*
 * The samples in deploy/proxies, run by the proxies themselves: only ports, folders and the certificate are others. Behind
 * them stands something that tells what arrived.
 */

/** @type {string} */
let folder;
/** @type {import("node:http").Server} */
let upstream;
/** @type {{ url: string, host: string, for: string, proto: string, bytes: number } | undefined} */
let arrived;
/** @typedef {{ http: number, https: number, upstream: number, away: number }} Ports */
/** @type {Ports} */
let ports;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-proxies-"));
  const names = ["-subj", "/CN=umbral.example", "-addext", "subjectAltName=DNS:umbral.example"];
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const made = await run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...names], {
    quiet: true,
  });
  expect(made).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  arrived = undefined;
  upstream = createServer((incoming, reply) => {
    let bytes = 0;
    incoming.on("data", (/** @type {Buffer} */ part) => {
      bytes += part.length;
    });
    // Cut off: the proxy found that it is too much.
    incoming.on("error", () => undefined);
    incoming.on("end", () => {
      // The proxy's own question whether Umbral is there, by a name that Umbral takes.
      if (incoming.url === "/healthz") {
        reply.writeHead(incoming.headers.host === "umbral.example" ? 200 : 403).end();
        return;
      }
      arrived = told(incoming, bytes);
      reply.setHeader("strict-transport-security", "max-age=1");
      reply.end("umbral");
    });
  });
  upstream.on("upgrade", (incoming, socket) => {
    arrived = told(incoming, 0);
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    socket.on("data", (text) => socket.end(text));
  });
  ports = {
    http: await freePort(),
    https: await freePort(),
    upstream: await freePort(),
    away: await freePort(),
  };
  upstream.listen(ports.upstream, "127.0.0.1");
  await once(upstream, "listening");
});
afterEach(() => {
  upstream.closeAllConnections();
  upstream.close();
});

/** @param {import("node:http").IncomingMessage} incoming @param {number} bytes */
const told = ({ url = "", headers }, bytes) => ({
  url,
  host: headers.host ?? "",
  for: String(headers["x-forwarded-for"]),
  proto: String(headers["x-forwarded-proto"]),
  bytes,
});

/** @param {string} name */
const sample = (name) => readFileSync(join(root, "deploy/proxies", name), "utf8");

/**
 * Each changed in one place, which has to be there.
 * @param {string} text @param {[string, string][]} changes
 */
function changed(text, changes) {
  return changes.reduce((now, [from, to]) => {
    expect(now).toContain(from);
    return now.replaceAll(from, to);
  }, text);
}

const proxies = {
  caddy() {
    const pair = `${join(folder, "cert.pem")} ${join(folder, "key.pem")}`;
    const own = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n`;
    const text = changed(sample("Caddyfile"), [
      ["\n{\n", `\n${own}`],
      ["\n{$DOMAIN} {", `\n{$DOMAIN} {\n\ttls ${pair}`],
    ]);
    const file = join(folder, "Caddyfile");
    writeFileSync(file, text);
    const env = {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      DOMAIN: "umbral.example",
      // Two servers of one installation, of which one is away: nobody notices.
      UPSTREAM: `127.0.0.1:${ports.away} 127.0.0.1:${ports.upstream}`,
    };
    return { command: "caddy", args: ["run", "--config", file, "--adapter", "caddyfile"], env };
  },
  nginx() {
    mkdirSync(join(folder, "nginx"), { recursive: true });
    const site = changed(sample("nginx.conf"), [
      ["listen 80;", `listen ${ports.http};`],
      ["listen [::]:80;", ""],
      ["listen 443 ssl http2;", `listen ${ports.https} ssl http2;`],
      ["listen [::]:443 ssl http2;", ""],
      ["/etc/letsencrypt/live/umbral.example/fullchain.pem", join(folder, "cert.pem")],
      ["/etc/letsencrypt/live/umbral.example/privkey.pem", join(folder, "key.pem")],
      ["/var/log/nginx/umbral.log", join(folder, "access.log")],
      ["/var/log/nginx/umbral.error.log", "stderr"],
      ["127.0.0.1:3000", `127.0.0.1:${ports.upstream}`],
    ]);
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${join(folder, "nginx", name)};`)
      .join("\n");
    const file = join(folder, "nginx.conf");
    const main = `daemon off; master_process off; pid ${join(folder, "nginx.pid")}; error_log stderr;\n`;
    writeFileSync(file, `${main}events {}\nhttp {\n${places}\n${site}\n}\n`);
    const env = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` };
    return { command: "nginx", args: ["-c", file, "-p", folder], env };
  },
};

/**
 * @param {{ method?: string, path?: string, headers?: Record<string, string>, body?: Buffer, protocol?: "http" }} asked
 * @returns {Promise<{ status: number | undefined, headers: import("node:http").IncomingHttpHeaders, upgraded?: string }>}
 */
function ask({ method = "GET", path = "/", headers = {}, body, protocol }) {
  return new Promise((resolve, reject) => {
    const place = { host: "127.0.0.1", method, path, headers: { host: "umbral.example", ...headers } };
    const call =
      protocol === "http"
        ? plainRequest({ ...place, port: ports.http })
        : request({
            ...place,
            port: ports.https,
            servername: "umbral.example",
            ca: readFileSync(join(folder, "cert.pem")),
            agent: false,
          });
    call.on("response", (reply) => {
      reply.resume();
      reply.once("close", () => resolve({ status: reply.statusCode, headers: reply.headers }));
    });
    call.on("upgrade", (reply, socket) => {
      socket.once("data", (text) => {
        socket.destroy();
        resolve({ status: reply.statusCode, headers: reply.headers, upgraded: String(text) });
      });
      socket.write("hola");
    });
    call.on("error", reject);
    call.end(body);
  });
}

/**
 * How the proxy encrypts with who can do no more than this, or why it does not.
 * @param {import("node:tls").SecureContextOptions} able
 * @returns {Promise<string | null>}
 */
function encryptedWith(able) {
  return new Promise((resolve) => {
    const line = connect({
      host: "127.0.0.1",
      port: ports.https,
      servername: "umbral.example",
      ca: readFileSync(join(folder, "cert.pem")),
      ...able,
    });
    line.once("secureConnect", () => {
      resolve(line.getProtocol());
      line.destroy();
    });
    line.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
  });
}

/** @typedef {keyof typeof proxies} Proxy */

it.each(/** @type {Proxy[]} */ (["caddy", "nginx"]))(
  "%s: passes people on as Umbral has to see them",
  async (name) => {
    const { command, args, env } = proxies[name]();
    const proxy = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [proxy.stdout, proxy.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    const ended = once(proxy, "exit");
    try {
      await expect
        .poll(
          () =>
            ask({}).then(
              ({ status }) => status,
              () => said,
            ),
          { timeout: 20_000 },
        )
        .toBe(200);

      // The name that was asked for, and who asked; not what they wrote there themselves.
      const page = await ask({ path: "/acceso?token=SECRET", headers: { "x-forwarded-for": "6.6.6.6" } });
      expect(arrived).toEqual({
        url: "/acceso?token=SECRET",
        host: "umbral.example",
        for: "127.0.0.1",
        proto: "https",
        bytes: 0,
      });
      expect(page.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");

      // Encrypts in no way that is out of date: the proxy says so, not who asks.
      const old = { minVersion: /** @type {const} */ ("TLSv1"), ciphers: "ALL:@SECLEVEL=0" };
      expect(await encryptedWith({ ...old, maxVersion: "TLSv1.1" })).toContain("ALERT_PROTOCOL_VERSION");
      for (const ciphers of ["AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384"]) {
        expect([ciphers, await encryptedWith({ maxVersion: "TLSv1.2", ciphers })]).toEqual([
          ciphers,
          expect.stringContaining("ALERT_HANDSHAKE_FAILURE"),
        ]);
      }
      expect(await encryptedWith({ maxVersion: "TLSv1.2" })).toBe("TLSv1.2");
      expect(await encryptedWith({})).toBe("TLSv1.3");

      const upgrade = { connection: "Upgrade", upgrade: "websocket", origin: "https://umbral.example" };
      const socket = await ask({ path: "/socket.io/?EIO=4&transport=websocket", headers: upgrade });
      expect(socket).toMatchObject({ status: 101, upgraded: "hola" });
      expect(arrived).toMatchObject({ for: "127.0.0.1", proto: "https" });

      const picture = Buffer.alloc(5 * 1024 * 1024 + 5000);
      if (name === "caddy") {
        // Caddy 2.6 gives no body to a second server: it has to know beforehand that one is away.
        await expect.poll(() => said, { timeout: 20_000 }).toContain("health_checker.active");
      }
      expect((await ask({ method: "POST", body: picture })).status).toBe(200);
      expect(arrived).toMatchObject({ bytes: picture.length });
      // Before Umbral has it whole, if at all; some hang up while the rest is still being sent.
      const tooMuch = await ask({ method: "POST", body: Buffer.alloc(20_000_000) }).catch(() => undefined);
      expect([undefined, 413, 502]).toContain(tooMuch?.status);
      expect(arrived).toMatchObject({ bytes: picture.length });

      const plain = await ask({ protocol: "http", path: "/acceso?a=1" });
      expect([301, 308]).toContain(plain.status);
      expect(plain.headers.location).toBe("https://umbral.example/acceso?a=1");
      // A session or a password that was sent in clear is not asked for again in silence.
      const inClear = [
        { path: "/api/buildings" },
        { path: "/api/user/auth/login", method: "POST" },
        { path: "/api" },
        { path: "/socket.io/?EIO=4&transport=websocket" },
        { path: "/acceso", method: "POST" },
      ];
      for (const asked of inClear) {
        const refused = await ask({ protocol: "http", ...asked });
        expect([asked, refused.status, refused.headers.location]).toEqual([asked, 403, undefined]);
      }

      // Umbral is away: the proxy says so itself, and tells its log.
      upstream.closeAllConnections();
      upstream.close();
      await once(upstream, "close");
      const away = await ask({ path: "/acceso?token=SECRET" });
      // The second where it had found out before.
      expect([502, 503]).toContain(away.status);
      expect(away.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    } finally {
      proxy.kill("SIGTERM");
    }
    await ended;
    said += name === "nginx" ? readFileSync(join(folder, "access.log"), "utf8") : "";
    expect(said).toContain("/acceso");
    expect(said).not.toContain("SECRET");
  },
);
