import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../scripts/free-port.mjs";
import { readEnv } from "../src/platform/env.ts";
import type { S3Place } from "../src/platform/s3-requests.ts";

const PROGRAM = fileURLToPath(new URL("s3-process.mjs", import.meta.url));

/** An object store of a test's own, on the loopback. */
export interface TestS3 {
  /** The settings of a server whose files it keeps. */
  variables(prefix?: string): Record<string, string>;
  place(prefix?: string): S3Place;
  /** It is killed, as by a power cut; what it keeps stays. */
  kill(): Promise<void>;
  /** It comes back, on the same port. */
  start(): Promise<void>;
  /** It is gone for good. */
  close(): Promise<void>;
}

/** Starts one with an empty bucket. */
export async function startTestS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), "umbral-s3-"));
  const port = await freePort();
  let running: { child: ChildProcess; ended: Promise<void> } | undefined;
  const start = async (): Promise<void> => {
    // It makes the tokens of its pages by DES, which OpenSSL gives to whoever asks for it alone.
    const child = spawn(process.execPath, ["--openssl-legacy-provider", PROGRAM, folder, String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    running = { child, ended };
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.stdout.once("data", () => resolve());
      void ended.then(() => reject(new Error("the object store ended")));
    });
  };
  const kill = async (): Promise<void> => {
    running?.child.kill("SIGKILL");
    await running?.ended;
  };
  const variables = (prefix?: string) => ({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "umbral",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
    ...(prefix === undefined ? {} : { S3_PREFIX: prefix }),
  });
  await start();
  return {
    variables,
    place(prefix) {
      const { s3 } = readEnv(variables(prefix));
      if (s3 === undefined) {
        throw new Error("these settings are of an object store");
      }
      return s3;
    },
    start,
    kill,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
