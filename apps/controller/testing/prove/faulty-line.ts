import { connect, createServer, type Server, type Socket } from "node:net";

/** What may become of the next piece of traffic in one direction. */
export type LineFault = "truncate" | "duplicate" | "reorder";
export type Direction = "to-server" | "to-controller";

/** The line between a controller and its server, piece by piece: it can be cut, and pieces of it can be mistreated. */
export class FaultyLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #next: Record<Direction, LineFault[]> = { "to-server": [], "to-controller": [] };
  #serverPort = 0;
  #isGone = false;

  constructor() {
    this.#server = createServer((near) => this.#carry(near));
  }

  /** @returns the address that a controller is given */
  async start(serverUrl: string): Promise<string> {
    this.#serverPort = Number(new URL(serverUrl).port);
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  /** The server cannot be reached any more, or can again. */
  set isGone(isGone: boolean) {
    this.#isGone = isGone;
    if (isGone) {
      this.#cut();
    }
  }

  mistreatNext(direction: Direction, fault: LineFault): void {
    this.#next[direction].push(fault);
  }

  async stop(): Promise<void> {
    this.#cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #cut(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  #carry(near: Socket): void {
    if (this.#isGone) {
      near.destroy();
      return;
    }
    const far = connect(this.#serverPort, "127.0.0.1");
    this.#pass(near, far, "to-server");
    this.#pass(far, near, "to-controller");
  }

  #pass(from: Socket, to: Socket, direction: Direction): void {
    let held: Buffer | undefined;
    this.#sockets.add(from);
    from.on("error", () => undefined);
    from.on("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on("data", (piece: Buffer) => {
      const fault = this.#next[direction].shift();
      if (fault === "truncate") {
        to.write(piece.subarray(0, Math.floor(piece.length / 2)), () => from.destroy());
      } else if (fault === "reorder" && held === undefined) {
        held = piece;
      } else {
        to.write(piece);
        if (fault === "duplicate") {
          to.write(piece);
        }
        if (held !== undefined) {
          to.write(held);
          held = undefined;
        }
      }
    });
  }
}
