import { type VideoChunk, videoEvent } from "@umbral/contract/cameras/video.contract";
import type { Server, Socket } from "socket.io";
import { bytesAt, isIdle, type Line, sharedEvent, writeShared } from "./shared-event.ts";

/** Bytes that wait in this process for one viewer's line at most, of all its cameras together. */
const MOST_WAITING_BYTES = 1024 * 1024;

interface ViewersLine {
  /** Bytes handed over since the line last took all there was. */
  waiting: number;
  /** Cameras of which it has everything since a key. Of all others it is sent nothing until their next one. */
  running: Set<string>;
}

/**
 * Sends videos to this process's viewers, each chunk encoded once. What a slow viewer's line does not take is not kept
 * for it: from there on it gets nothing of that camera until a key comes that it has room for.
 */
export class VideoFanOut {
  readonly #io: Server;
  readonly #lines = new WeakMap<Line, ViewersLine>();

  constructor(io: Server) {
    this.#io = io;
  }

  send(room: string, camId: string, chunk: VideoChunk): void {
    const { adapter, sockets } = this.#io.of("/");
    const viewers = adapter.rooms.get(room);
    if (viewers === undefined) {
      return;
    }
    const encoded = encodedChunk(camId, chunk);
    for (const id of viewers) {
      const socket = sockets.get(id);
      if (socket && mayPass(this.#lineOf(socket), camId, chunk)) {
        writeShared(socket.conn, encoded);
      }
    }
  }

  /** What one viewer begins with: the last key and what came since, or nothing while there is none. */
  begin(socket: Socket, camId: string, chunks: readonly VideoChunk[]): void {
    const line = this.#lineOf(socket);
    line.running.delete(camId);
    for (const chunk of chunks) {
      if (mayPass(line, camId, chunk)) {
        socket.emit(videoEvent(camId), chunk);
      }
    }
  }

  #lineOf({ conn }: Socket): ViewersLine {
    const line = this.#lines.get(conn) ?? { waiting: 0, running: new Set() };
    this.#lines.set(conn, line);
    if (isIdle(conn)) {
      line.waiting = 0;
    }
    return line;
  }
}

function encodedChunk(camId: string, chunk: VideoChunk): Buffer {
  const data = seen(chunk.data);
  if (chunk.kind === "delta") {
    return sharedEvent(videoEvent(camId), { ...chunk, data: bytesAt(0) }, data);
  }
  const config = { ...chunk.config, description: bytesAt(0) };
  const said = { ...chunk, config, data: bytesAt(1) };
  return sharedEvent(videoEvent(camId), said, seen(chunk.config.description), data);
}

const seen = (bytes: Uint8Array | ArrayBuffer): Uint8Array =>
  bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;

function mayPass(line: ViewersLine, camId: string, chunk: VideoChunk): boolean {
  const bytes = chunk.data.byteLength;
  // A key that is larger than all the room there is passes through an empty one.
  const hasRoom = line.waiting === 0 || line.waiting + bytes <= MOST_WAITING_BYTES;
  if (!hasRoom || (chunk.kind === "delta" && !line.running.has(camId))) {
    line.running.delete(camId);
    return false;
  }
  line.running.add(camId);
  line.waiting += bytes;
  return true;
}
