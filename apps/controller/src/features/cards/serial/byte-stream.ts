import { access } from "node:fs/promises";
import { connect } from "node:net";
import { ReaderTrouble } from "../reader-driver.ts";

/** A bridge that does not answer within this is not there. */
const CONNECTS_WITHIN_MS = 3000;
/** A bridge that says nothing for so long is asked whether it is still there, and given up 10 s later. */
const KEEP_ALIVE_MS = 10_000;

/**
 * How often it is looked whether a port's device is still there: of one that was pulled out Linux gives a reader nothing,
 * for ever, and `serialport` asks on without a word.
 */
const LOOKS_EVERY_MS = 2000;

/** What whoever wires it reads of a line that cannot be opened, or that is gone. */
export const LINE_TROUBLE = "No se pudo abrir la línea: revisa el adaptador y su ruta o dirección.";

/** Bytes to and from a line. */
export interface ByteStream {
  write(bytes: Uint8Array): void;
  close(): void;
}

/** What a stream tells of, from its opening on. */
export interface StreamListener {
  onData(bytes: Buffer): void;
  /** Once: nothing comes any more. Not told to whoever closed it. */
  onEnd(): void;
}
export type OpenStream = (line: string, baud: number, listener: StreamListener) => Promise<ByteStream>;

/**
 * Opens a serial port of this machine (`/dev/…`), or the port of a bridge that puts a line on the network (`tcp://…`).
 * @throws {ReaderTrouble} when it cannot be opened
 */
export const openStream: OpenStream = async (line, baud, listener) => {
  try {
    return line.startsWith("tcp://")
      ? await openBridge(line, listener)
      : await openPort(line, baud, listener);
  } catch (error) {
    throw new ReaderTrouble(LINE_TROUBLE, { cause: error });
  }
};

function openBridge(line: string, { onData, onEnd }: StreamListener): Promise<ByteStream> {
  const { hostname, port } = new URL(line);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port),
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    });
    socket.setTimeout(CONNECTS_WITHIN_MS, () => socket.destroy(new Error("the bridge does not answer")));
    socket.once("connect", () => {
      socket.setTimeout(0);
      resolve({
        write: (bytes) => void socket.write(bytes),
        close: () => {
          socket.removeAllListeners("close");
          socket.destroy();
        },
      });
    });
    // Also one that comes later, when there is nothing to reject any more: the end tells of it.
    socket.on("error", reject);
    socket.on("data", onData);
    socket.once("close", onEnd);
  });
}

/** Ports that are closing: one that is opened again at once would find itself locked. */
const closing = new Map<string, Promise<void>>();

async function openPort(
  path: string,
  baudRate: number,
  { onData, onEnd }: StreamListener,
): Promise<ByteStream> {
  // Only where a line is: its native part costs memory.
  const { SerialPort } = await import("serialport");
  await closing.get(path);
  return new Promise((resolve, reject) => {
    const port = new SerialPort({ path, baudRate, autoOpen: false });
    let isClosed = false;
    let watch: NodeJS.Timeout | undefined;
    const end = () => {
      clearInterval(watch);
      if (!isClosed) {
        isClosed = true;
        onEnd();
      }
    };
    port.on("data", onData);
    port.on("close", end);
    // A write that failed: an adapter that was pulled out.
    port.on("error", end);
    port.open((error) => {
      if (error) {
        reject(error);
        return;
      }
      watch = setInterval(() => {
        access(path).catch((error: NodeJS.ErrnoException) => {
          // Its end is told by closing it, which also stops what asks on. Any other failure says nothing of the device.
          if (error.code === "ENOENT" && port.isOpen) {
            port.close();
          }
        });
      }, LOOKS_EVERY_MS);
      watch.unref();
      resolve({
        write: (bytes) => void port.write(bytes),
        close: () => {
          isClosed = true;
          clearInterval(watch);
          const closed = new Promise<void>((done) => port.close(() => done()));
          closing.set(path, closed);
          void closed.then(() => closing.get(path) === closed && closing.delete(path));
        },
      });
    });
  });
}
