import { type Login, takeLogin } from "../../../platform/device-login.ts";
import { CameraFailure } from "../camera-driver.ts";
import { readVideoOffer, type VideoOffer } from "../video/sdp.ts";
import { VideoFailure } from "../video/video-driver.ts";
import { refuse } from "./rtsp-greeting.ts";
import { type RtspAnswer, RtspLine } from "./rtsp-line.ts";

/** What RFC 2326 says where a camera says nothing. */
const USUAL_TIMEOUT_S = 60;
const SHORTEST_TIMEOUT_S = 5;
/** A timer of more than some weeks runs at once, again and again. */
const LONGEST_TIMEOUT_S = 3600;

interface Session {
  /** Packets of RTP with the offered video, until `signal` is aborted or the camera ends. */
  onPacket: (packet: Buffer) => void;
  /** All that was there was said. */
  onPause: () => void;
  /** Whether each packet is waited for as it comes. */
  isAwaited: () => boolean;
  /** What the camera says of its video, before its first packet. Throws for one that is not passed on. */
  onOffer: (offer: VideoOffer) => void;
}

/**
 * Plays an RTSP camera's first video over its one connection (RFC 2326, interleaved), kept alive until the end.
 * @throws {CameraFailure} saying why it is not there, without its address
 * @throws {VideoFailure} for what cannot be passed on
 */
export async function playRtsp(address: string, session: Session, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    return;
  }
  const { url, login } = takeRtspLogin(address);
  const channels = { video: 0 };
  let isPlaying = false;
  const line = new RtspLine(url, login, {
    onPacket: (channel, packet) => {
      if (channel === channels.video) {
        session.onPacket(packet);
      }
    },
    onPause: session.onPause,
    isAwaited: () => !isPlaying || session.isAwaited(),
  });
  const end = () => line.end();
  signal.addEventListener("abort", end, { once: true });
  let keepAlive: NodeJS.Timeout | undefined;
  try {
    const options = must(await line.ask("OPTIONS", url.href));
    const described = must(await line.ask("DESCRIBE", url.href, ["Accept: application/sdp"]));
    const base = fieldOf(described, "content-base") ?? fieldOf(described, "content-location") ?? url.href;
    const offer = readVideoOffer(described.body);
    if (!offer) {
      throw new VideoFailure("it offers no video", "no-video");
    }
    session.onOffer(offer);
    const setUp = must(
      await line.ask("SETUP", within(base, offer.control), [
        "Transport: RTP/AVP/TCP;unicast;interleaved=0-1",
      ]),
    );
    const [, channel] = /interleaved=(\d+)/i.exec(fieldOf(setUp, "transport") ?? "") ?? [];
    channels.video = Number(channel ?? 0);
    const [id = "", ...rest] = (fieldOf(setUp, "session") ?? "").split(";");
    const said = Number(/timeout=(\d+)/i.exec(rest.join(";"))?.[1] ?? USUAL_TIMEOUT_S);
    const timeout = Math.min(LONGEST_TIMEOUT_S, Math.max(SHORTEST_TIMEOUT_S, said));
    line.remain([`Session: ${id.trim()}`]);
    const whole = within(base, offer.wholeControl);
    must(await line.ask("PLAY", whole, ["Range: npt=0.000-"]));
    isPlaying = true;
    const how = /GET_PARAMETER/i.test(fieldOf(options, "public") ?? "") ? "GET_PARAMETER" : "OPTIONS";
    keepAlive = setInterval(() => line.tell(how, whole), timeout * 500);
    signal.removeEventListener("abort", end);
    signal.addEventListener("abort", () => line.end({ method: "TEARDOWN", uri: whole }), { once: true });
    if (signal.aborted) {
      line.end({ method: "TEARDOWN", uri: whole });
    }
    await line.closed;
  } catch (error) {
    if (!signal.aborted) {
      // Perhaps ffmpeg comes to terms with such a camera: its pictures are tried.
      throw error instanceof CameraFailure && error.trouble === "no-pictures"
        ? new VideoFailure(error.message, "unreadable")
        : error;
    }
  } finally {
    clearInterval(keepAlive);
    signal.removeEventListener("abort", end);
    if (!signal.aborted) {
      line.end();
    }
    await line.closed.catch(() => undefined);
  }
}

function takeRtspLogin(address: string): { url: URL; login: Login | undefined } {
  if (!/^rtsps?:\/\/[^\s\p{Cc}]+$/u.test(address)) {
    throw new Error("this is no RTSP address");
  }
  return takeLogin(address);
}

function must(answer: RtspAnswer): RtspAnswer {
  refuse(answer);
  if (answer.status !== 200) {
    throw new CameraFailure(`the camera answered with ${answer.status}`, "no-pictures");
  }
  return answer;
}

const fieldOf = ({ head }: RtspAnswer, name: string): string | undefined =>
  new RegExp(`^${name}: *(.+?) *$`, "im").exec(head)?.[1];

/** A control address as the SDP says it, which may be relative to the whole's. */
function within(base: string, control: string): string {
  if (control === "" || control === "*") {
    return base;
  }
  return /^rtsps?:\/\//i.test(control) ? control : `${base.replace(/\/$/, "")}/${control}`;
}
