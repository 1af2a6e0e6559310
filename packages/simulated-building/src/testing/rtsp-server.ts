import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const SCRIPT = fileURLToPath(new URL("../../testing/rtsp-server.py", import.meta.url));
/** The interpreter that knows the system's GObject bindings; another one in the path would not. */
const PYTHON = "/usr/bin/python3";
const STARTS_WITHIN_MS = 20_000;

export interface RtspServerOptions {
  /** 0 for any that is free. */
  port?: number;
  /** A `pattern` of GStreamer's videotestsrc: `smpte` (colour bars), `red`, `green`, `blue`, `ball`, … */
  pattern?: string;
  /** `h264-main`: with B-frames, and parameter sets in the SDP alone. `h264-10-bits`: what browsers do not decode. */
  codec?: "h264" | "h264-main" | "h264-10-bits" | "h265" | "mjpeg";
  /** Shows when each picture was drawn, by this machine's clock, in blocks that survive any coding. */
  isClock?: boolean;
  /** An MP4 of H.264 that is shown once, at its own pace, from when the first one looks. */
  film?: string;
  width?: number;
  height?: number;
  framesPerSecond?: number;
  /** Asked for by digest authentication. */
  login?: { user: string; password: string };
}

/** An RTSP camera that is not ours, publishing a test picture. */
export interface RtspServer {
  port: number;
  /** Without name and password. */
  address: string;
  /** The session stays and no more pictures come. */
  stall(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts GStreamer's RTSP server on this machine (Debian: python3-gi, gir1.2-gst-rtsp-server-1.0,
 * gstreamer1.0-plugins-base, -good, -bad and -ugly).
 * @throws when the system's packages are missing, saying which to install
 */
export async function startRtspServer(options: RtspServerOptions = {}): Promise<RtspServer> {
  const args = [
    ["--port", String(options.port ?? 0)],
    ["--pattern", options.pattern ?? "smpte"],
    ["--codec", options.codec ?? "h264"],
    ["--width", String(options.width ?? 1280)],
    ["--height", String(options.height ?? 720)],
    ["--fps", String(options.framesPerSecond ?? 15)],
    options.isClock ? ["--clock"] : [],
    options.film === undefined ? [] : ["--film", options.film],
    options.login ? ["--user", options.login.user, "--password", options.login.password] : [],
  ].flat();
  const server = spawn(PYTHON, [SCRIPT, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const said = linesOf(server);
  const { port } = z.object({ port: z.number().int() }).parse(await said.next());

  const command = async (line: string) => {
    server.stdin.write(`${line}\n`);
    await said.next();
  };
  return {
    port,
    address: `rtsp://127.0.0.1:${port}/camera`,
    stall: () => command("stall"),
    resume: () => command("resume"),
    stop: () =>
      new Promise((resolve) => {
        if (server.exitCode !== null || server.signalCode !== null) {
          resolve();
          return;
        }
        server.on("exit", () => resolve());
        server.kill("SIGKILL");
      }),
  };
}

/** The lines of JSON that the server says, one after the other. */
function linesOf(server: ChildProcessByStdio<Writable, Readable, Readable>): { next(): Promise<unknown> } {
  let complaint = "";
  server.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const waiting: ((line: string) => void)[] = [];
  const heard: string[] = [];
  createInterface({ input: server.stdout }).on("line", (line) => {
    const take = waiting.shift();
    if (take) {
      take(line);
    } else {
      heard.push(line);
    }
  });
  const failed = new Promise<never>((_resolve, reject) => {
    const missing =
      "is python3-gi with gir1.2-gst-rtsp-server-1.0 and GStreamer's good, bad and ugly plugins installed?";
    server.on("error", (error) =>
      reject(new Error(`${PYTHON} did not start (${error.message}); ${missing}`)),
    );
    server.on("exit", (code) =>
      reject(new Error(`the RTSP server ended with ${code ?? "a signal"}; ${missing}\n${complaint}`)),
    );
  });
  // Whoever waits is told; when nobody waits, its end is no fault.
  failed.catch(() => undefined);
  return {
    async next() {
      const line = heard.shift() ?? (await Promise.race([once(waiting), failed, tooLate()]));
      return JSON.parse(line);
    },
  };
}

const once = (waiting: ((line: string) => void)[]): Promise<string> =>
  new Promise((resolve) => waiting.push(resolve));

const tooLate = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the RTSP server said nothing")), STARTS_WITHIN_MS);
    timer.unref();
  });
