import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * The next message of a process.
 * @throws when it ends before
 */
export async function hear<T>(child: ChildProcess): Promise<T> {
  const failed = once(child, "exit").then(() => {
    throw new Error("a process of the benchmark ended");
  });
  failed.catch(() => undefined);
  return ((await Promise.race([once(child, "message"), failed])) as [T])[0];
}

/** Where a server listens, once it has said so in these words: the pattern's group, or all of it. */
export function saysItsAddress(server: ChildProcess, words: RegExp): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = words.exec(said);
      const address = found?.[1] ?? found?.[0];
      if (address !== undefined) {
        resolve(address);
      }
    });
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}\n${said}`)));
  });
}

/** Tells all of them to end, and resolves when they are gone. */
export async function endAll(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    child.kill();
  }
  await Promise.all(children.map(hasEnded));
}

async function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, "exit");
  }
}
