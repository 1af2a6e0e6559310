import { type VideoChunk, videoEvent } from "@umbral/contract/cameras/video.contract";
import type { Server, Socket } from "socket.io";

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
  readonly #lines = new Map<string, ViewersLine>();

  constructor(io: Server) {
    this.#io = io;
  }

  send(room: string, camId: string, chunk: VideoChunk): void {
    const { adapter, sockets } = this.#io.of("/");
    const busy: string[] = [];
    for (const id of adapter.rooms.get(room) ?? []) {
      const socket = sockets.get(id);
      if (socket && !mayPass(this.#lineOf(socket), camId, chunk)) {
        busy.push(id);
      }
    }
    this.#io.local.to(room).except(busy).emit(videoEvent(camId), chunk);
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

  #lineOf({ id, conn }: Socket): ViewersLine {
    const known = this.#lines.get(id);
    if (known) {
      return known;
    }
    const line: ViewersLine = { waiting: 0, running: new Set() };
    this.#lines.set(id, line);
    // The engine says "drain" when it hands what has gathered to a line that had written all before it.
    conn.on("drain", () => {
      line.waiting = 0;
    });
    conn.once("close", () => this.#lines.delete(id));
    return line;
  }
}

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
