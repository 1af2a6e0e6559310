import type { Server, Socket } from "socket.io";

type Line = Socket["conn"];

/**
 * Sends pictures to this process's viewers. What goes over the wire is made once for all of them, and each viewer has at
 * most one waiting of each camera: a slow one misses pictures, makes no memory grow and holds up nobody. (Socket.IO's own
 * `volatile` would also drop a second camera's picture that comes while the first is being written.)
 */
export class FrameFanOut {
  readonly #io: Server;
  /** Which cameras' pictures wait for each viewer's line to take more. */
  readonly #waiting = new Map<string, Set<string>>();

  constructor(io: Server) {
    this.#io = io;
  }

  /** @param besides a room whose viewers get none: they have it otherwise */
  send(room: string, event: string, jpeg: Uint8Array, besides?: string): void {
    const { adapter, sockets } = this.#io.of("/");
    const viewers = adapter.rooms.get(room);
    if (viewers === undefined) {
      return;
    }
    const picture = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    const encoded = encodedEvent(event, picture);
    const others = besides === undefined ? undefined : adapter.rooms.get(besides);
    for (const id of viewers) {
      const line = sockets.get(id)?.conn;
      if (line === undefined || others?.has(id)) {
        continue;
      }
      const waiting = this.#waiting.get(id) ?? this.#listen(id, line);
      if (!waiting.has(event)) {
        waiting.add(event);
        line.write(picture, { compress: false, ...encoded });
      }
    }
  }

  #listen(id: string, line: Line): Set<string> {
    const waiting = new Set<string>();
    this.#waiting.set(id, waiting);
    // The engine says "drain" when it hands what has gathered to a line that had written all before it.
    line.on("drain", () => waiting.clear());
    line.once("close", () => this.#waiting.delete(id));
    return waiting;
  }
}

const TEXT = 0x81;
const BINARY = 0x82;

/**
 * An event with one picture, as a browser's Socket.IO reads it (protocol 5 over Engine.IO's 4): a text message with a place
 * kept for the picture, then the picture. Both WebSocket frames are handed over as one, so that a viewer costs one write.
 * The engine takes what is ready under this name, as its own broadcasts of text do; frame-fan-out.test.ts reads them by hand.
 */
function encodedEvent(event: string, picture: Buffer): { wsPreEncodedFrame: [Buffer, Buffer] } {
  const text = Buffer.from(`451-${JSON.stringify([event, { _placeholder: true, num: 0 }])}`);
  const before = Buffer.concat([
    frameHead(TEXT, text.byteLength),
    text,
    frameHead(BINARY, picture.byteLength),
  ]);
  return { wsPreEncodedFrame: [before, picture] };
}

/** The head of a whole WebSocket frame from a server: unmasked, its length in 1, 2 or 8 bytes (RFC 6455 §5.2). */
function frameHead(kind: number, length: number): Buffer {
  if (length < 126) {
    return Buffer.from([kind, length]);
  }
  const isShort = length < 0x1_00_00;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head[0] = kind;
  head[1] = isShort ? 126 : 127;
  if (isShort) {
    head.writeUInt16BE(length, 2);
  } else {
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return head;
}
