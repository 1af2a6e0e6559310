import type { Socket } from "socket.io";

export type Line = Socket["conn"];

const TEXT = 0x81;
const BINARY = 0x82;
/** Where some bytes stand in what an event says, as Socket.IO's protocol has it: the first of them is 0. */
export const bytesAt = (num: number) => ({ _placeholder: true, num });

/**
 * An event with some bytes in it, as a browser's Socket.IO reads it (protocol 5 over Engine.IO's 4): a text message with places
 * kept for the bytes, then the bytes, a message for each. Made once for all who hear it, as one piece: each line costs one write of it.
 * @param said what the event says, with {@link bytesAt} where each of the bytes belong
 */
export function sharedEvent(event: string, said: unknown, ...bytes: readonly Uint8Array[]): Buffer {
  const text = Buffer.from(`45${bytes.length}-${JSON.stringify([event, said])}`);
  const messages = bytes.flatMap((some) => [frameHead(BINARY, some.byteLength), some]);
  return Buffer.concat([frameHead(TEXT, text.byteLength), text, ...messages]);
}

/** Has a line written all there was, its own messages and what was shared? */
export const isIdle = (line: Line): boolean =>
  line.transport.writable && line.request.socket.writableLength === 0;

/**
 * Gives a line what {@link sharedEvent} made, behind whatever it was given before. The engine takes half a dozen events and
 * a callback for each message, which is most of what a viewer costs: where it has nothing in hand, whole frames are
 * put straight onto the connection, which is WebSocket's from the first request on (no other transport is offered, and
 * nothing is compressed). Where it has, they go through it as its own broadcasts of text do: a message of its own may be half written.
 */
export function writeShared(line: Line, encoded: Buffer): void {
  if (line.readyState !== "open") {
    return;
  }
  if (line.transport.writable) {
    line.request.socket.write(encoded);
  } else {
    const options = { compress: false, wsPreEncodedFrame: [encoded] };
    line.write(encoded, options);
  }
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
