import { execFile, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { VideoChunk, VideoCodec } from "@umbral/contract/cameras/video.contract";
import { byteStreamOf } from "../src/features/cameras/video/byte-stream.ts";
import { settle } from "./fake-clock.ts";
import { answeringCamera } from "./rtsp-camera.ts";

const run = promisify(execFile);
/** None of these takes seconds; one that hangs ends. */
const LIMITS = { timeout: 20_000, killSignal: "SIGKILL", maxBuffer: 64 * 1024 * 1024 } as const;
const HEAD_BYTES = 12;
/** What says that a picture is over. */
const DELIMITER_BYTES = 6;
const SENT_AT_MOST = 3;
/** The kinds of RTCP, where RTP has its mark and its kind (RFC 5761). */
const isControl = (packet: Buffer) => (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223;

/** A film as ffmpeg sends it: its offer, and its packets of RTP. */
export interface FfmpegFilm {
  sdp: string;
  packets: Buffer[];
  /** The kind of each picture: I, P or B. */
  kinds: string;
  /** The digest of each picture, decoded, in the order in which they are shown. */
  shown: string[];
}

/** Films so many pictures and sends them by ffmpeg's own RTP, with parameter sets in the SDP alone; H.264 with B-frames. */
export async function filmedByFfmpeg(pictures: number, codec: VideoCodec = "h264"): Promise<FfmpegFilm> {
  const folder = await mkdtemp(join(tmpdir(), "umbral-film-"));
  try {
    const film = join(folder, "film.mp4");
    const source = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=15", "-frames:v", String(pictures)];
    const coding =
      codec === "h264"
        ? ["-c:v", "libx264", "-bf", "2", "-x264-params", "scenecut=0:b-adapt=0:aud=0"]
        : ["-c:v", "libx265", "-x265-params", "scenecut=0:bframes=0:pools=1:log-level=none"];
    const how = ["-preset", "veryfast", "-g", "15", "-threads", "1", "-pix_fmt", "yuv420p"];
    await run("ffmpeg", ["-nostdin", "-v", "error", ...source, ...coding, ...how, film], LIMITS);
    const asked = ["-v", "error", "-show_entries", "frame=pict_type", "-of", "csv=p=0", film];
    const { stdout } = await run("ffprobe", asked, LIMITS);
    const sent = await sentByFfmpeg(film, join(folder, "film.sdp"));
    return { ...sent, kinds: stdout.replace(/[^IPB]/g, ""), shown: await digestsOf(["-i", film]) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A machine that has much to do at that moment may lose some of it: it is sent again then. */
async function sentByFfmpeg(film: string, sdp: string): Promise<Pick<FfmpegFilm, "sdp" | "packets">> {
  for (let tries = 1; ; tries += 1) {
    const packets = await packetsOf(film, sdp);
    const lost = packets.findIndex((packet, at) => at > 0 && !follows(packets[at - 1], packet));
    if (packets.length > 0 && lost < 0) {
      return { sdp: (await readFile(sdp, "utf8")).replace(/^SDP:\r?\n/, ""), packets };
    }
    if (tries === SENT_AT_MOST) {
      throw new Error(`ffmpeg's packets did not come: ${packets.length}, a gap before ${lost}`);
    }
  }
}

async function packetsOf(film: string, sdp: string): Promise<Buffer[]> {
  const socket = createSocket("udp4");
  try {
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    const { port } = socket.address();
    const packets: Buffer[] = [];
    let heard = 0;
    socket.on("message", (packet) => {
      heard += 1;
      if (!isControl(packet)) {
        packets.push(packet);
      }
    });
    const address = `rtp://127.0.0.1:${port}?rtcpport=${port}&pkt_size=1200`;
    // Slowly enough that none is lost on the way here.
    const reading = ["-nostdin", "-v", "error", "-readrate", "10", "-i", film];
    const sending = ["-c", "copy", "-f", "rtp", "-sdp_file", sdp, address];
    const ffmpeg = spawn("ffmpeg", [...reading, ...sending], { ...LIMITS, stdio: "ignore" });
    await once(ffmpeg, "close");
    // Nothing of it is on its way any more within one machine; it is read some at a time.
    for (let quiet = 0; quiet < 3; ) {
      const before = heard;
      await settle();
      quiet = heard === before ? quiet + 1 : 0;
    }
    return packets;
  } finally {
    socket.close();
  }
}

const follows = (before: Buffer | undefined, packet: Buffer): boolean =>
  before !== undefined && ((before.readUInt16BE(2) + 1) & 0xffff) === packet.readUInt16BE(2);

/** What is shown of what was read of a camera. */
export function shownOf(chunks: readonly VideoChunk[]): Promise<string[]> {
  const stream = Buffer.concat(chunks.map((chunk) => byteStreamOf(chunk, "h264")));
  // Behind the last one nothing begins.
  return digestsOf(["-f", "h264", "-i", "pipe:0"], stream.subarray(0, -DELIMITER_BYTES));
}

async function digestsOf(input: readonly string[], bytes?: Buffer): Promise<string[]> {
  const decoding = run(
    "ffmpeg",
    ["-v", "error", ...input, "-fps_mode", "passthrough", "-f", "framemd5", "pipe:1"],
    LIMITS,
  );
  decoding.child.stdin?.end(bytes);
  const { stdout, stderr } = await decoding;
  if (stderr !== "") {
    throw new Error(stderr);
  }
  return stdout
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(",").at(-1)?.trim() ?? "");
}

/** The same packets with other counters, as of a camera that began anew or runs for long. */
export const counted = (
  packets: readonly Buffer[],
  { sequence, time }: { sequence: number; time: number },
): Buffer[] =>
  packets.map((packet) => {
    const other = Buffer.from(packet);
    other.writeUInt16BE((packet.readUInt16BE(2) + sequence) & 0xffff, 2);
    other.writeUInt32BE((packet.readUInt32BE(4) + time) % 2 ** 32, 4);
    return other;
  });

/** A camera that offers this and sends these packets, in its one connection, to whoever plays it. */
export async function sendingCamera(sdp: string, packets: readonly Buffer[]): Promise<{ address: string }> {
  const { host } = await answeringCamera((head, line) => {
    switch (head.split(" ")[0]) {
      case "DESCRIBE":
        return `RTSP/1.0 200 OK\r\nContent-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`;
      case "SETUP":
        return "RTSP/1.0 200 OK\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 77\r\n\r\n";
      case "PLAY":
        // Behind its answer.
        setImmediate(() => line.write(Buffer.concat(packets.map(interleaved))));
        return "RTSP/1.0 200 OK\r\n\r\n";
      default:
        return "RTSP/1.0 200 OK\r\n\r\n";
    }
  });
  return { address: `rtsp://${host}/film` };
}

const interleaved = (packet: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0x24, 0, packet.length >> 8, packet.length & 255), packet]);

/** The kinds of the units that packets of H.264 bring. */
export const unitsIn = (packets: readonly Buffer[]): Set<number> =>
  new Set(
    packets.flatMap((packet) => {
      const payload = packet.subarray(HEAD_BYTES);
      const kind = (payload[0] ?? 0) & 31;
      if (kind === 28) {
        return [(payload[1] ?? 0) & 31];
      }
      if (kind !== 24) {
        return [kind];
      }
      const kinds: number[] = [];
      for (let at = 1; at + 2 < payload.length; at += 2 + payload.readUInt16BE(at)) {
        kinds.push((payload[at + 2] ?? 0) & 31);
      }
      return kinds;
    }),
  );
