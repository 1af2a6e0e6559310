import { Worker } from "node:worker_threads";
import { type FoundCamera, MOST_FOUND_CAMERAS } from "@umbral/contract/cameras/camera-search";
import type {
  CameraSearch,
  CameraSearchAnswer,
  OnvifTrouble,
  StreamsAnswer,
  StreamsQuestion,
} from "@umbral/contract/controllers/controller-orders.contract";
import type { z } from "zod";
import type { Clock } from "../../../platform/clock.ts";
import { isOfBuilding, ownAddresses } from "./camera-networks.ts";
import { OnvifNews, type OnvifWork } from "./onvif-work.ts";

/** Where cameras listen for who looks for them (WS-Discovery). */
const SEARCH_PORT = 3702;
const SEARCH_GROUP = "239.255.255.250";
/** Enough for the longest list of profiles a hundred times over. */
const MEMORY_MB = 64;

/** The thread's program: a bundle has it beside itself. */
const PROGRAM = new URL(
  import.meta.url.endsWith(".ts") ? "./onvif.dev.mjs" : "./features/cameras/onvif/onvif.worker.js",
  import.meta.url,
);

interface Parts {
  clock: Clock;
  /** Simulated cameras live on the machine itself. */
  allowsLoopback: boolean;
  port?: number;
  from?: readonly string[];
  /** So many are enough. */
  most?: number;
}

type Failed = { outcome: "failed"; trouble: OnvifTrouble };
const failed = (trouble: OnvifTrouble): Failed => ({ outcome: "failed", trouble });

/**
 * Looks for cameras that speak ONVIF and asks them for their streams, in a thread of its own with a ceiling of time and
 * memory: whatever somebody in the network answers, the doors do not wait for it. One at a time.
 */
export class OnvifCameras {
  readonly #parts: Required<Omit<Parts, "from">> & Pick<Parts, "from">;
  #thread: Worker | undefined;

  constructor(parts: Parts) {
    this.#parts = { port: SEARCH_PORT, most: MOST_FOUND_CAMERAS, ...parts };
  }

  async search({ host, withinMs }: z.infer<typeof CameraSearch>): Promise<CameraSearchAnswer> {
    const { allowsLoopback, port, most } = this.#parts;
    const cameras = new Map<string, FoundCamera>();
    const take = (camera: FoundCamera) => {
      if (cameras.size < most && !cameras.has(camera.address)) {
        cameras.set(camera.address, camera);
      }
    };
    const done = (): CameraSearchAnswer => ({ outcome: "done", cameras: [...cameras.values()] });
    if (host !== null) {
      const [address = "", httpPort = "80"] = host.split(":");
      if (!isOfBuilding(address, allowsLoopback) || Number(httpPort) > 65_535) {
        return failed("not-private");
      }
      const work = { kind: "look-up", host: address, httpPort: Number(httpPort), port } as const;
      return this.#alone(work, withinMs, (news) => {
        if (news?.kind === "found") {
          take(news.camera);
          return undefined;
        }
        return cameras.size > 0
          ? done()
          : news?.kind === "failed"
            ? failed(news.trouble)
            : failed("too-slow");
      });
    }
    const from = this.#parts.from ?? ownAddresses(allowsLoopback);
    if (from.length === 0) {
      return failed("no-network");
    }
    return this.#alone({ kind: "search", from, port, group: SEARCH_GROUP }, withinMs, (news) => {
      if (news?.kind === "found") {
        const isInBuilding = isOfBuilding(new URL(news.camera.address).hostname, allowsLoopback);
        if (isInBuilding) {
          take(news.camera);
        }
        return cameras.size >= most ? done() : undefined;
      }
      return done();
    });
  }

  async streams({ address, username, password, withinMs }: StreamsQuestion): Promise<StreamsAnswer> {
    const url = URL.canParse(address) ? new URL(address) : null;
    const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
    if (!url || !isHttp || !isOfBuilding(url.hostname, this.#parts.allowsLoopback)) {
      return failed("not-private");
    }
    return this.#alone({ kind: "streams", address: url.href, username, password }, withinMs, (news) => {
      switch (news?.kind) {
        case "streams":
          return { outcome: "streams", ...news.found };
        case "failed":
          return failed(news.trouble);
        case undefined:
          return failed("too-slow");
        default:
          return failed("nonsense");
      }
    });
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    await this.#thread?.terminate();
  }

  /**
   * Does a work in its thread.
   * @param judge is told each thing that the thread says, and undefined when its time is over; the first answer that
   * it gives ends the thread
   */
  async #alone<Answer>(
    work: OnvifWork,
    withinMs: number,
    judge: (news: OnvifNews | undefined) => Answer | undefined,
  ): Promise<Answer | Failed> {
    if (this.#thread) {
      return failed("busy");
    }
    const thread = new Worker(PROGRAM, {
      workerData: work,
      // Neither this process's options nor its secrets.
      execArgv: [],
      env: {},
      // The package writes on the console what it was sent.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    this.#thread = thread;
    thread.stdout.resume();
    thread.stderr.resume();
    let cancel: () => void = () => undefined;
    try {
      return await new Promise<Answer | Failed>((resolve) => {
        const hear = (news: OnvifNews | undefined) => {
          const answer = judge(news);
          if (answer !== undefined) {
            resolve(answer);
          }
        };
        thread.on("message", (said: unknown) => {
          const news = OnvifNews.safeParse(said);
          if (!news.success) {
            return;
          }
          if (news.data.kind === "begun") {
            // Counted from here: loading the thread's program on a slow machine is no camera's fault.
            cancel = this.#parts.clock.after(withinMs, () => hear(undefined));
          } else {
            hear(news.data);
          }
        });
        const broke = () => hear({ kind: "failed", trouble: "nonsense" });
        thread.once("error", broke);
        thread.once("exit", broke);
      });
    } finally {
      cancel();
      await thread.terminate();
      this.#thread = undefined;
    }
  }
}
