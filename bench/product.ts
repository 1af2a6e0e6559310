import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMONSTRATION_PASSWORD } from "../apps/server/src/demo/accounts.ts";

/** The built server. */
export const program = join(import.meta.dirname, "..", "apps", "server", "dist", "main.js");
/** How it says that it is ready, and where. */
export const READY = /Umbral está listo: (\S+)/;

/** The built product as a person starts it, with the demonstration. */
export interface RunningProduct {
  url: string;
  process: ChildProcess;
  /** Milliseconds from the start of the process to its own word that it is ready. */
  readyAfterMs: number;
  stop(): Promise<void>;
}

/** A data folder that goes away with its benchmark. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "umbral-bench-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** @param variables of its environment, besides those of the demonstration */
export async function startProduct(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<RunningProduct> {
  const began = performance.now();
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, DEMO: "1", LOG_LEVEL: "error", ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = READY.exec(said)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}\n${said}`)));
  });
  return {
    url,
    process: child,
    readyAfterMs: performance.now() - began,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** What the server answers one of the demonstration's accounts when it signs in. */
export async function signedIn(
  url: string,
  cedula: string,
  userType: "USER" | "ADMIN" = "USER",
): Promise<{ token: string; spaces: { building: { id: string } }[] }> {
  const reply = await fetch(`${url}/api/${userType === "USER" ? "user" : "bb"}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cedula, password: DEMONSTRATION_PASSWORD, userType }),
  });
  return (await reply.json()) as { token: string; spaces: { building: { id: string } }[] };
}

/** The token of one of the demonstration's accounts. */
export async function signIn(url: string, cedula: string): Promise<{ token: string; buildingId: string }> {
  const { token, spaces } = await signedIn(url, cedula);
  const buildingId = spaces[0]?.building.id;
  if (buildingId === undefined) {
    throw new Error(`${cedula} has no space`);
  }
  return { token, buildingId };
}

/** Resident memory of a process in MB, as the kernel counts it. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

export function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
}
