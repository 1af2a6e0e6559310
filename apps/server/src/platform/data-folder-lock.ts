import { randomBytes } from "node:crypto";
import { chown, link, mkdir, readdir, realpath, rm, stat, symlink, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { shortTempFolder } from "./short-temp-folder.ts";

/*
 * DATA_DIR belongs to one server process. Node offers no flock, and a file with a process id lies after a
 * crash, after a reboot and between containers that share a volume (each counts its processes from one). So
 * the lock is a Unix socket *inside* the folder on which the holder listens: the kernel answers for a living
 * holder even when it is stopped or busy, refuses for a dead one, and needs no clearing up.
 *
 * Replacing a dead holder must never let two in. Files are therefore numbered and only ever added: who wants
 * the folder listens first, and then links its socket to the number after the highest one, which the file
 * system grants once. The highest number is the holder. A slow contender that took a number out of the past
 * sees the higher one when it looks again, and steps back.
 */

/** Old numbers are kept, so that a listing that runs beside a change cannot miss all the recent ones. */
const KEPT_NUMBERS = 16;

/** Sockets of contenders that died on the way are swept when they are older than this. */
const SWEEP_AFTER_MS = 60_000;

/** The holder's process id only makes the message better: a holder that is too busy to tell stays nameless. */
const ASK_TIMEOUT_MS = 1_000;

/** Another process holds the data folder; nothing of it was touched. */
export class DataFolderInUse extends Error {
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    const who = pid === undefined ? "otro proceso" : `otro proceso (PID ${pid})`;
    super(`La carpeta de datos "${dataDir}" ya está en uso por ${who}.`);
    this.name = "DataFolderInUse";
    this.pid = pid;
  }
}

export interface DataFolderLock {
  /** Lets the next process in. It also happens by itself when this process ends, however it ends. */
  release(): Promise<void>;
}

/** Takes the data folder for this process, making it if need be, or throws `DataFolderInUse`. */
export async function holdDataFolder(dataDir: string): Promise<DataFolderLock> {
  const folder = join(dataDir, ".lock");
  let temp: string | undefined;
  try {
    await makeFolders(dataDir, folder);
    // Sockets are reached through a short link, since DATA_DIR may be deeper than a socket's path can be.
    temp = await shortTempFolder();
    const near = join(temp, "l");
    await symlink(await realpath(folder), near);
    return await contend(dataDir, folder, near);
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      ["EACCES", "EPERM", "EROFS"].includes(String(error.code))
    ) {
      throw new Error(
        `No se puede escribir en la carpeta de datos "${dataDir}" (${error.code}): revisa a quién pertenecen ella y lo que contiene.`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    if (temp) {
      await rm(temp, { recursive: true, force: true });
    }
  }
}

async function makeFolders(dataDir: string, folder: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) {
    // Having been root here once must not lock the folder's owner out.
    const { uid, gid } = await stat(dataDir);
    await chown(folder, uid, gid);
  }
}

async function contend(dataDir: string, folder: string, near: string): Promise<DataFolderLock> {
  const name = `new-${process.pid}-${randomBytes(4).toString("hex")}`;
  const server = await listen(join(near, name));
  try {
    for (;;) {
      const last = highest(await readdir(folder));
      const holder = last === 0 ? "dead" : await ask(join(near, String(last)));
      if (holder === "gone") {
        continue;
      }
      if (holder !== "dead") {
        throw new DataFolderInUse(dataDir, holder.pid);
      }
      const mine = last + 1;
      if (!(await linked(join(folder, name), join(folder, String(mine))))) {
        continue;
      }
      if (highest(await readdir(folder)) === mine) {
        await sweep(folder, name, mine);
        return { release: () => close(server) };
      }
      await rm(join(folder, String(mine)), { force: true });
    }
  } catch (error) {
    await close(server);
    throw error;
  }
}

function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    // Whoever asked may hang up first; that is nothing to us.
    socket.on("error", () => socket.destroy());
    socket.end(`${process.pid}\n`, () => socket.destroy());
  });
  // The lock keeps nobody alive: it lasts as long as the process has something else to do.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // The folder around it is closed; in it, whoever runs the next server must be able to ask.
    server.listen({ path, readableAll: true, writableAll: true }, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}

function highest(names: string[]): number {
  return names.filter((name) => /^\d+$/.test(name)).reduce((most, name) => Math.max(most, Number(name)), 0);
}

type Holder = { pid: number | undefined } | "dead" | "gone";

function ask(path: string): Promise<Holder> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let answer = "";
    const living = () => {
      socket.destroy();
      const pid = Number.parseInt(answer, 10);
      resolve({ pid: Number.isNaN(pid) ? undefined : pid });
    };
    socket.setEncoding("utf8");
    socket.setTimeout(ASK_TIMEOUT_MS, living);
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.on("end", living);
    socket.on("error", (error: NodeJS.ErrnoException) => {
      socket.destroy();
      if (error.code === "ECONNREFUSED") {
        resolve("dead");
      } else if (error.code === "ENOENT") {
        resolve("gone");
      } else if (error.code === "EAGAIN" || error.code === "ECONNRESET" || error.code === "EPIPE") {
        // Its queue is full, or it is just going: it was there, and that is what counts.
        resolve({ pid: undefined });
      } else {
        reject(error);
      }
    });
  });
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      return false;
    }
    throw error;
  }
}

async function sweep(folder: string, name: string, mine: number): Promise<void> {
  await unlink(join(folder, name));
  for (const other of await readdir(folder)) {
    const path = join(folder, other);
    const isOld = /^\d+$/.test(other)
      ? Number(other) <= mine - KEPT_NUMBERS
      : (await age(path)) > SWEEP_AFTER_MS;
    if (isOld) {
      await rm(path, { force: true });
    }
  }
}

async function age(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    // Its owner took it away meanwhile.
    return 0;
  }
}
