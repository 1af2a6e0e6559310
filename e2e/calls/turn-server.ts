import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.mjs";

/** A TURN server that is not ours (Debian: coturn), on this machine alone. */
export interface TurnServer {
  /** For TURN_URLS. */
  urls: string;
  /** For TURN_SECRET. */
  secret: string;
  stop(): Promise<void>;
}

export async function startTurnServer(): Promise<TurnServer> {
  const port = await freePort();
  const secret = randomBytes(16).toString("hex");
  const folder = await mkdtemp(join(tmpdir(), "umbral-turn-"));
  const server = spawn(
    "turnserver",
    [
      ["-n", "--no-tls", "--no-dtls", "--no-cli", "--no-multicast-peers", "--log-file=stdout"],
      ["--listening-ip=127.0.0.1", "--relay-ip=127.0.0.1", `--listening-port=${port}`],
      ["--allow-loopback-peers", "--use-auth-secret", `--static-auth-secret=${secret}`, "--realm=umbral"],
      ["--pidfile=", `--userdb=${join(folder, "turndb")}`, "--verbose"],
    ].flat(),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`turnserver ended with ${code}`)));
    server.stdout.on("data", (chunk: Buffer) => {
      if (
        /listener opened on|relay .* addresses|Total auth threads|IPv4\. .*UDP listener/i.test(
          chunk.toString(),
        )
      ) {
        resolve();
      }
    });
  });
  return {
    urls: `turn:127.0.0.1:${port}?transport=udp,turn:127.0.0.1:${port}?transport=tcp`,
    secret,
    stop: () =>
      new Promise((resolve) => {
        server.removeAllListeners("exit");
        server.once("exit", () => resolve(rm(folder, { recursive: true, force: true })));
        server.kill("SIGKILL");
      }),
  };
}
