import { VideoChunk, VideoTrouble } from "@umbral/contract/cameras/video.contract";
import { WATCH_LEASE_MS } from "@umbral/contract/controllers/controller-orders.contract";
import { jpeg } from "@umbral/contract/lib/jpeg";
import { z } from "zod";
import { type Bus, encoded } from "../../platform/bus.ts";

/** Where processes say which cameras they want, and that a building's controller is there. */
const CHANNEL = "cameras";
/** The processes that want it are named in its channel: it is said once, however many they are. */
const streamsTo = (nodeIds: string): string => `camera-streams:${nodeIds}`;
/** Pictures have channels of their own, and nothing in them but the JPEG: putting one into a message copies it some seven times. */
const picturesTo = (nodeIds: string, camId: string): string => `camera-pictures:${nodeIds}:${camId}`;

/** What a process wants of a camera, for one lease. */
export interface Wanted {
  pictures: boolean;
  video: boolean;
}

/** One of the other processes that want something of a camera. */
interface Wanting extends Wanted {
  nodeId: string;
  until: number;
  hearsWithOthers: boolean;
}

const Said = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("wanted"),
    nodeId: z.uuid(),
    camId: z.uuid(),
    pictures: z.boolean(),
    video: z.boolean(),
    /** A process of an earlier version hears only what is said to it alone. */
    hearsWithOthers: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal("controller-back"),
    nodeId: z.uuid(),
    buildingId: z.uuid(),
    /** The controller's; a process of an earlier version does not say them. */
    cameraIds: z.array(z.uuid()).optional(),
  }),
  z.object({ kind: z.literal("camera-moved"), nodeId: z.uuid(), camId: z.uuid() }),
]);

const camId = z.uuid();
const Picture = z.object({ kind: z.literal("picture"), camId, jpeg });
const VideoPart = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("chunk"), camId, chunk: VideoChunk }),
  z.object({ kind: z.literal("trouble"), camId, trouble: VideoTrouble }),
]);
/** What comes of a camera. */
export type CameraPart = z.output<typeof Picture> | z.output<typeof VideoPart>;

interface Hearing {
  part: (part: CameraPart) => void;
  /** What another process that begins to want a camera's video is to have before all that comes. */
  beginning: (camId: string) => readonly VideoChunk[];
  controllerBack: (buildingId: string, cameraIds: readonly string[] | undefined) => void;
  cameraMoved: (camId: string) => void;
}

/** What is needed of a bus here. */
type Between = Pick<Bus, "listen" | "listenToAll" | "read" | "say" | "stream">;

/**
 * Brings what comes of a camera from the process where its controller hangs to those whose people watch it: said once, however
 * many processes and people those are, and heard by no other.
 */
export class CameraBus {
  readonly #bus: Between | undefined;
  readonly #nodeId: string;
  readonly #now: () => number;
  /** What other processes want, by camera and process. */
  readonly #wanted = new Map<string, Map<string, Wanting>>();
  #hearing: Hearing | undefined;

  constructor(parts: { bus: Between | undefined; nodeId: string; now: () => number }) {
    this.#bus = parts.bus;
    this.#nodeId = parts.nodeId;
    this.#now = parts.now;
  }

  hear(hearing: Hearing): void {
    this.#hearing = hearing;
    this.#bus?.listen(CHANNEL, (message) => this.#take(message));
    const bus = this.#bus;
    const amongThem = `*${this.#nodeId}*`;
    bus?.listenToAll(streamsTo(amongThem), (_, bytes) =>
      this.#takePart(VideoPart.safeParse(bus.read(bytes))),
    );
    bus?.listenToAll(picturesTo(amongThem, "*"), (channel, jpeg) => {
      const camId = channel.slice(channel.lastIndexOf(":") + 1);
      this.#takePart(Picture.safeParse({ kind: "picture", camId, jpeg }));
    });
  }

  /** This process wants that of a camera, for one lease. */
  want(camId: string, wanted: Wanted): void {
    this.#say({ kind: "wanted", nodeId: this.#nodeId, camId, ...wanted, hearsWithOthers: true });
  }

  /** A building's controller signed in here, with these cameras. */
  controllerBack(buildingId: string, cameraIds: string[]): void {
    this.#say({ kind: "controller-back", nodeId: this.#nodeId, buildingId, cameraIds });
  }

  /** A camera is at another address from now on. */
  cameraMoved(camId: string): void {
    this.#say({ kind: "camera-moved", nodeId: this.#nodeId, camId });
  }

  /** Does another process want this camera's video? */
  isVideoWanted(camId: string): boolean {
    return this.#who(camId, "video").length > 0;
  }

  /** What came from a controller of this process goes on to the others that want it. */
  pass(part: CameraPart): void {
    const what = part.kind === "chunk" ? "video" : part.kind === "picture" ? "pictures" : "either";
    const wanting = this.#who(part.camId, what);
    if (wanting.length === 0) {
      return;
    }
    const bytes = part.kind === "picture" ? part.jpeg : encoded(part);
    const alone = wanting.flatMap(({ nodeId, hearsWithOthers }) => (hearsWithOthers ? [] : nodeId));
    const together = wanting.flatMap(({ nodeId, hearsWithOthers }) => (hearsWithOthers ? nodeId : []));
    for (const nodeIds of together.length > 0 ? [...alone, together.join()] : alone) {
      const channel = part.kind === "picture" ? picturesTo(nodeIds, part.camId) : streamsTo(nodeIds);
      this.#bus?.stream(channel, bytes);
    }
  }

  #takePart({ data }: { data?: CameraPart | undefined }): void {
    if (data !== undefined) {
      this.#hearing?.part(data);
    }
  }

  #who(camId: string, what: keyof Wanted | "either"): Wanting[] {
    const ofCamera = this.#wanted.get(camId);
    if (!ofCamera) {
      return [];
    }
    const now = this.#now();
    const wanting: Wanting[] = [];
    for (const [nodeId, wanted] of ofCamera) {
      if (wanted.until <= now) {
        ofCamera.delete(nodeId);
      } else if (what === "either" ? wanted.pictures || wanted.video : wanted[what]) {
        wanting.push(wanted);
      }
    }
    if (ofCamera.size === 0) {
      this.#wanted.delete(camId);
    }
    return wanting;
  }

  #say(said: z.input<typeof Said>): void {
    this.#bus?.say(CHANNEL, said);
  }

  #take(message: unknown): void {
    const { success, data } = Said.safeParse(message);
    if (!success || data.nodeId === this.#nodeId) {
      return;
    }
    if (data.kind === "controller-back") {
      this.#hearing?.controllerBack(data.buildingId, data.cameraIds);
      return;
    }
    if (data.kind === "camera-moved") {
      this.#hearing?.cameraMoved(data.camId);
      return;
    }
    const { nodeId, camId, pictures, video, hearsWithOthers = false } = data;
    const hadVideo = this.#who(camId, "video").some((wanting) => wanting.nodeId === nodeId);
    const ofCamera = this.#wanted.get(camId) ?? new Map();
    this.#wanted.set(camId, ofCamera);
    ofCamera.set(nodeId, {
      nodeId,
      hearsWithOthers,
      pictures,
      video,
      until: pictures || video ? this.#now() + WATCH_LEASE_MS : this.#now(),
    });
    if (video && !hadVideo) {
      for (const chunk of this.#hearing?.beginning(camId) ?? []) {
        this.#bus?.stream(streamsTo(nodeId), encoded({ kind: "chunk", camId, chunk } satisfies CameraPart));
      }
    }
  }
}
