import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { basicOf, digestAsked, digestOf, type Login, takeLogin } from "../../../platform/device-login.ts";
import { CameraFailure } from "../camera-driver.ts";

const ANSWER_WITHIN_MS = 5000;
const LONGEST_HEAD = 16_000;
const PORTS: Readonly<Record<string, number>> = { "rtsp:": 554, "rtsps:": 322 };

/**
 * Asks a camera for its stream before ffmpeg does, which follows a camera that sends it elsewhere and shows the
 * password there. A camera that asks for no password is not asked: there is nothing that could be carried on.
 * @throws {CameraFailure} for a camera that sends elsewhere, refuses the password or is not there
 */
export async function greetCamera(address: string, signal: AbortSignal): Promise<void> {
  const { url, login } = takeLogin(address);
  if (!login) {
    return;
  }
  const line = new RtspLine(url, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]));
  try {
    const first = await line.describe(undefined);
    const asked = first.status === 401 ? authorizationFor(login, first.challenges, url) : undefined;
    const { status } = asked === undefined ? first : await line.describe(asked);
    if (status >= 300 && status < 400) {
      throw new CameraFailure("the camera sends elsewhere, where its password is not told", "elsewhere");
    }
    if (status === 401 || status === 403) {
      throw new CameraFailure("the camera refused the name or password", "refused-password");
    }
    if (status === 404) {
      throw new CameraFailure("the camera has no such stream", "not-there");
    }
  } finally {
    line.end();
  }
}

function authorizationFor(login: Login, challenges: readonly string[], url: URL): string | undefined {
  const challenge = digestAsked(challenges.join(", "));
  if (challenge !== undefined) {
    return digestOf(login, { challenge, method: "DESCRIBE", uri: url.href, count: 1 });
  }
  return challenges.some((challenge) => /^basic/i.test(challenge)) ? basicOf(login) : undefined;
}

interface Answer {
  status: number;
  challenges: string[];
}

/** One connection to a camera, for a question or two. */
class RtspLine {
  readonly #url: URL;
  readonly #socket: Socket;
  #sequence = 0;
  #heard = "";
  #isOver = false;
  #why = "the camera cannot be reached";
  #wake: () => void = () => undefined;

  constructor(url: URL, signal: AbortSignal) {
    this.#url = url;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port) || (PORTS[url.protocol] ?? 554);
    // As ffmpeg does: cameras sign their certificates themselves.
    this.#socket =
      url.protocol === "rtsps:"
        ? connectSecure({ host, port, rejectUnauthorized: false })
        : connectPlain({ host, port });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (part) => {
      this.#heard += part.toString();
      this.#wake();
    });
    const over = () => {
      this.#isOver = true;
      this.#wake();
    };
    this.#socket.on("close", over).on("error", (error) => {
      if ("code" in error && error.code === "ECONNREFUSED") {
        this.#why = "connection refused";
      }
      over();
    });
    signal.addEventListener("abort", () => this.#socket.destroy(), { once: true });
  }

  async describe(authorization: string | undefined): Promise<Answer> {
    this.#sequence += 1;
    const lines = [
      `DESCRIBE ${this.#url.href} RTSP/1.0`,
      `CSeq: ${this.#sequence}`,
      "Accept: application/sdp",
      ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ];
    this.#socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    return this.#answer();
  }

  end(): void {
    this.#socket.destroy();
  }

  async #answer(): Promise<Answer> {
    for (;;) {
      const [head = "", ...rest] = this.#heard.split("\r\n\r\n");
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      const body = rest.join("\r\n\r\n");
      if (rest.length > 0 && body.length >= length) {
        this.#heard = body.slice(length);
        const challenges = [...head.matchAll(/^www-authenticate: *(.+)$/gim)].map(([, text]) => text ?? "");
        return { status: Number(/^RTSP\/\S+ (\d{3})/.exec(head)?.[1] ?? 0), challenges };
      }
      if (this.#isOver || this.#heard.length > LONGEST_HEAD) {
        throw new CameraFailure(this.#why, "unreachable");
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
