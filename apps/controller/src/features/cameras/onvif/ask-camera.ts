import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { Duplex } from "node:stream";
import { type CameraStreams, MOST_STREAMS } from "@umbral/contract/cameras/camera-search";
import type { OnvifTrouble } from "@umbral/contract/controllers/controller-orders.contract";
import { Cam } from "onvif";
import { isCertificateTrouble } from "../../../platform/device-request.ts";
import { makeOf, profilesIn, snapshotOf, streamOf } from "./found-camera.ts";

/** For one answer, which takes some tens of milliseconds. */
const ANSWER_WITHIN_MS = 4000;
/** All answers of one camera together; the longest, of a device with 16 lenses, has about 200,000 bytes. */
const LARGEST_ANSWERS_BYTES = 2_000_000;
/** How often what came is counted: the package gathers an answer without end. */
const COUNTED_EVERY_MS = 20;

/** Why a camera could not be asked, in a word of the contract. */
export class OnvifFailure extends Error {
  readonly trouble: OnvifTrouble;

  constructor(trouble: OnvifTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

type Answered = (error: unknown, answer?: unknown) => void;

/** One camera that is asked over ONVIF, until `end`. */
export class AskedCamera {
  readonly #cam: Cam;
  readonly #agent: PlainAgent;
  readonly #host: string;
  readonly #hasLogin: boolean;
  readonly #counting: NodeJS.Timeout;
  readonly #lines: Duplex[] = [];
  #isTooLarge = false;
  /** Why an answer is missing that it should have been able to give. */
  #lacking: OnvifFailure | undefined;
  /** Of the last answer that came: some refuse without a word of ONVIF. */
  #status = 0;

  constructor(address: string, user: string, password: string) {
    const url = new URL(address);
    const isSecure = url.protocol === "https:";
    this.#host = url.hostname;
    this.#hasLogin = user !== "" && password !== "";
    this.#agent = this.#counted(isSecure ? new SecureAgent() : new PlainAgent());
    this.#cam = new Cam({
      hostname: url.hostname,
      port: Number(url.port) || (isSecure ? 443 : 80),
      path: url.pathname,
      username: user,
      password,
      timeout: ANSWER_WITHIN_MS,
      useSecure: isSecure,
      autoconnect: false,
      // Whatever machine its answers name, this one is asked.
      preserveAddress: true,
      agent: this.#agent,
    });
    this.#cam.on("rawResponse", (_xml: string, status: number) => {
      this.#status = status;
    });
    this.#counting = setInterval(() => this.#count(), COUNTED_EVERY_MS);
  }

  /** @throws {OnvifFailure} for what is no ONVIF camera */
  async greet(): Promise<void> {
    await this.#ask((done) => this.#cam.getSystemDateAndTime(done));
  }

  /** @throws {OnvifFailure} */
  async streams(): Promise<CameraStreams> {
    const cam = this.#cam;
    await this.greet();
    const about = await this.#perhaps((done) => cam.getDeviceInformation(done));
    await this.#learnServices();
    const profiles = profilesIn(await this.#profiles()).slice(0, MOST_STREAMS);
    const streams: CameraStreams["streams"] = [];
    for (const profile of profiles) {
      const options = { protocol: "RTSP", profileToken: profile.$.token } as const;
      const uri = await this.#perhaps((done) => cam.getStreamUri(options, done));
      const stream = streamOf(profile, uri, this.#host);
      if (stream) {
        streams.push(stream);
      }
    }
    const [first] = profiles;
    const picture =
      first && (await this.#perhaps((done) => cam.getSnapshotUri({ profileToken: first.$.token }, done)));
    const snapshot = snapshotOf(picture, this.#host);
    if (streams.length === 0 && snapshot === null) {
      throw this.#lacking ?? new OnvifFailure("no-streams");
    }
    return { ...makeOf(about), streams, snapshot };
  }

  end(): void {
    clearInterval(this.#counting);
    this.#agent.destroy();
    for (const line of this.#lines) {
      line.destroy();
    }
  }

  /** Older cameras know one way of telling their services, newer ones both. */
  async #learnServices(): Promise<void> {
    const cam = this.#cam;
    try {
      await this.#ask((done) => cam.getServices(true, done));
    } catch (error) {
      this.#notForLackOfLogin(error);
      await this.#ask((done) => cam.getCapabilities(done));
    }
  }

  async #profiles(): Promise<unknown> {
    const cam = this.#cam;
    try {
      return await this.#ask((done) => cam.getProfiles(done));
    } catch (error) {
      this.#notForLackOfLogin(error);
      if (!Reflect.get(cam, "media2Support")) {
        throw error;
      }
      // Some name the newer media service and do not have it.
      Reflect.set(cam, "media2Support", false);
      return this.#ask((done) => cam.getProfiles(done));
    }
  }

  #notForLackOfLogin(error: unknown): void {
    if (error instanceof OnvifFailure && error.trouble !== "nonsense") {
      throw error;
    }
  }

  /** An answer that a camera may well not have, or not give to this user: the others are worth something without it. */
  async #perhaps(ask: (done: Answered) => void): Promise<unknown> {
    try {
      return await this.#ask(ask);
    } catch (error) {
      if (
        !(error instanceof OnvifFailure) ||
        error.trouble === "too-large" ||
        error.trouble === "unreachable"
      ) {
        throw error;
      }
      if (error.trouble !== "nonsense") {
        this.#lacking = error;
      }
      return undefined;
    }
  }

  #ask(ask: (done: Answered) => void): Promise<unknown> {
    this.#status = 0;
    return new Promise((resolve, reject) => {
      ask((error, answer) => (error ? reject(new OnvifFailure(this.#troubleIn(error))) : resolve(answer)));
    });
  }

  #troubleIn(error: unknown): OnvifTrouble {
    const code = String(Object(error).code ?? "");
    const text = String(Object(error).message ?? "");
    if (this.#isTooLarge) {
      return "too-large";
    }
    if (isCertificateTrouble(code)) {
      return "bad-certificate";
    }
    if (/^(ECONN|EHOST|ENET|EPIPE)/.test(code)) {
      return code === "ECONNRESET" ? "nonsense" : "unreachable";
    }
    if (text === "Network timeout" || code === "ETIMEDOUT") {
      return "too-slow";
    }
    if (this.#status === 401 || this.#status === 403 || /not ?auth|unauth|\b401\b|authenti/i.test(text)) {
      return this.#hasLogin ? "refused-password" : "needs-password";
    }
    return "nonsense";
  }

  #counted<Agent extends PlainAgent>(agent: Agent): Agent {
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (options, done) => {
      const line = connect(options, done);
      if (line) {
        this.#lines.push(line);
      }
      return line;
    };
    return agent;
  }

  #count(): void {
    const bytes = this.#lines.reduce((sum, line) => sum + Number(Reflect.get(line, "bytesRead") ?? 0), 0);
    if (bytes > LARGEST_ANSWERS_BYTES) {
      this.#isTooLarge = true;
      for (const line of this.#lines) {
        line.destroy(new Error("too much"));
      }
    }
  }
}
