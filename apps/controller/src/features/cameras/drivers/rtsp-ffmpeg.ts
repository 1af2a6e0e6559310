import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { CameraTrouble } from "@umbral/contract/controllers/controller-orders.contract";
import { CameraFailure } from "../camera-driver.ts";

export type Ffmpeg = ChildProcessByStdio<Writable, Readable, Readable>;

/** ffmpeg gives up a connection that says nothing for this long, also when its controller is gone. */
const SOCKET_TIMEOUT_US = 5_000_000;
const STDERR_KEPT = 4096;

interface Run {
  program: string;
  address: string;
  /** How the stream is opened. */
  opening: readonly string[];
  /** What becomes of it. */
  output: readonly string[];
  /** Further options of the stream itself, as the list for ffmpeg's `concat` demuxer writes them. */
  options?: readonly string[];
  onData: (bytes: Uint8Array) => void;
  /** Everything that ffmpeg said so far. */
  onSaid?: (said: string, kill: () => void) => void;
}

/**
 * Runs ffmpeg on one RTSP address until `signal` is aborted or the camera ends. What `onData` throws ends it.
 * @throws {CameraFailure} saying why in words of our own: ffmpeg's hold the address
 */
export function runFfmpeg(run: Run, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    return Promise.resolve();
  }
  const script = connectionScript(run.address, run.options ?? []);
  const ffmpeg: Ffmpeg = spawn(run.program, argumentsOf(run), { stdio: ["pipe", "pipe", "pipe"] });
  const kill = () => void ffmpeg.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  let fault: { error: unknown } | undefined;
  ffmpeg.stdout.on("data", (bytes: Uint8Array) => {
    if (fault) {
      return;
    }
    try {
      run.onData(bytes);
    } catch (error) {
      fault = { error };
      kill();
    }
  });
  let said = "";
  ffmpeg.stderr.on("data", (bytes: Buffer) => {
    said = (said + bytes.toString("latin1")).slice(-STDERR_KEPT);
    run.onSaid?.(said, kill);
  });
  // It may be dead before it has read its script: the exit says so.
  ffmpeg.stdin.on("error", () => undefined);
  ffmpeg.stdin.end(script);
  return new Promise((resolve, reject) => {
    ffmpeg.on("error", (error) => {
      // EACCES: the search came through a folder that this user may not enter, and found none elsewhere.
      const isMissing = "code" in error && (error.code === "ENOENT" || error.code === "EACCES");
      const what = isMissing ? "the program ffmpeg is not installed" : "ffmpeg did not start";
      reject(new CameraFailure(what, "no-program"));
    });
    // Not `exit`: by now its pipes are closed too.
    ffmpeg.on("close", (code) => {
      signal.removeEventListener("abort", kill);
      if (fault) {
        reject(fault.error);
      } else if (signal.aborted || ffmpeg.killed || code === 0) {
        resolve();
      } else {
        const { reason, trouble } = reasonIn(said);
        reject(new CameraFailure(`ffmpeg ended with ${code ?? "a signal"}: ${reason}`, trouble));
      }
    });
  });
}

const argumentsOf = ({ opening, output }: Run): string[] => [
  ...["-hide_banner", "-nostdin", "-nostats", "-loglevel", "info"],
  ...opening,
  ...["-protocol_whitelist", "pipe,rtsp,rtsps,rtp,tcp,tls,crypto"],
  ...["-f", "concat", "-safe", "0", "-i", "pipe:0"],
  ...["-map", "0:v:0", "-an"],
  ...output,
  "pipe:1",
];

/**
 * What ffmpeg is to open, for its standard input: an address on its command line could be read by every
 * user of the machine, with the camera's password in it.
 */
function connectionScript(address: string, options: readonly string[]): string {
  if (!/^rtsps?:\/\/[^\s\p{Cc}]+$/u.test(address)) {
    throw new Error("this is no RTSP address");
  }
  return [
    "ffconcat version 1.0",
    `file '${address.replaceAll("'", "'\\''")}'`,
    "option rtsp_transport tcp",
    `option timeout ${SOCKET_TIMEOUT_US}`,
    ...options.map((option) => `option ${option}`),
    "option probesize 32768",
    "option analyzeduration 0",
    "",
  ].join("\n");
}

/** Why ffmpeg ended, in words of our own: its own hold the camera's address. */
function reasonIn(said: string): { reason: string; trouble: CameraTrouble } {
  const reasons: [RegExp, string, CameraTrouble][] = [
    [/401 Unauthorized/, "the camera refused the name or password", "refused-password"],
    [/404 (Stream )?Not Found/, "the camera has no such stream", "not-there"],
    [/Connection refused/, "connection refused", "unreachable"],
    [/No route to host|Network is unreachable/, "the camera cannot be reached", "unreachable"],
    [/timed out/, "the camera did not answer in time", "unreachable"],
    [
      /Name or service not known|Temporary failure in name resolution/,
      "the camera's name is not known",
      "unreachable",
    ],
  ];
  const found = reasons.find(([pattern]) => pattern.test(said));
  return found
    ? { reason: found[1], trouble: found[2] }
    : { reason: "the stream ended or could not be read", trouble: "no-pictures" };
}
