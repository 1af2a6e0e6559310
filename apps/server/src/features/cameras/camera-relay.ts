import type { CameraState, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import type { VideoChunk, VideoCodec, VideoTrouble } from "@umbral/contract/cameras/video.contract";
import { WATCH_RENEW_MS } from "@umbral/contract/controllers/controller-orders.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Server, Socket } from "socket.io";
import type { z } from "zod";
import type { Actor, Services, TokenCaller } from "../../platform/context.ts";
import { watchersOf } from "../../platform/live.ts";
import { socketData } from "../../platform/messages.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { CameraBus, type CameraPart } from "./camera-bus.ts";
import { findCamera, findCameraIds, findLastSeen } from "./cameras.queries.ts";
import { type LastPicture, LastPictures } from "./last-pictures.ts";
import { LastShown } from "./last-shown.ts";
import { VIDEO_GRACE_MS, VideoRelay } from "./video-relay.ts";

/** Who asks for one picture waits so long for it: a camera that nobody watched has to begin. */
const PICTURE_WAIT_MS = 5000;

/**
 * Passes frames from controllers to those who watch, and keeps a lease on each camera that somebody of
 * this process watches. Nobody watches → no lease → the controller sends nothing.
 */
export class CameraRelay {
  /** The same cameras' videos, for the watchers who decode them. */
  readonly video: VideoRelay;
  /** What they showed last, for who asks before they watch. */
  readonly lastShown: LastShown;
  readonly #io: Server;
  readonly #services: Services;
  readonly #hub: ControllerHub;
  /** Cameras with viewers on this process, and where each is. */
  readonly #watched = new Map<string, string>();
  readonly #last = new LastPictures();
  readonly #bus: CameraBus;
  /** When something of a camera last came from a controller of this process, on the steady clock. */
  readonly #cameAt = new Map<string, number>();
  /** Who asked for one picture and has it not yet, by camera. */
  readonly #waiting = new Map<string, Set<(jpeg: Uint8Array) => void>>();
  /** Leases that were asked for: of pictures, and of videos. */
  readonly #held = { pictures: new Set<string>(), video: new Set<string>() };
  /** Until pictures are asked for beside a video that does not come. */
  readonly #grace = new Set<NodeJS.Timeout>();
  #renewal: NodeJS.Timeout | undefined;

  constructor(io: Server, services: Services, hub: ControllerHub) {
    this.#io = io;
    this.#services = services;
    this.#hub = hub;
    const { bus, nodeId, clock } = services;
    this.#bus = new CameraBus({ bus, nodeId, now: () => clock.steadyMs() });
    this.video = new VideoRelay({
      io,
      now: () => services.clock.steadyMs(),
      date: () => services.clock.now(),
      isWantedElsewhere: (camId) => this.#bus.isVideoWanted(camId),
      onChanged: (camId) => this.#askFor(camId),
    });
    this.lastShown = new LastShown(this.#last, this.video);
  }

  start(): void {
    // The adapter knows when the last viewer of this process is gone, for whatever reason.
    this.#io.of("/").adapter.on("delete-room", this.#onRoomEmpty);
    this.video.start();
    this.#bus.hear({
      part: (part) => this.#take(part),
      // Only from where it comes in: the others that watch it have it too.
      beginning: (camId) => (this.#comesHere(camId) ? this.video.sinceKey(camId) : []),
      controllerBack: (buildingId, cameraIds) => this.#askAgain(buildingId, cameraIds),
      cameraMoved: (camId) => this.#forget(camId),
    });
    // What was wanted meanwhile was not heard.
    this.#services.bus?.onBack(() => {
      for (const cameraId of this.#watched.keys()) {
        this.#askFor(cameraId);
      }
    });
  }

  stop(): void {
    this.#rest();
    this.video.stop();
    this.#io.of("/").adapter.off("delete-room", this.#onRoomEmpty);
    for (const grace of this.#grace) {
      clearTimeout(grace);
    }
    for (const [cameraId, buildingId] of this.#watched) {
      this.#release(cameraId, buildingId);
    }
    this.#watched.clear();
  }

  /** From the first viewer on, until nobody watches. */
  #renewAgainAndAgain(): void {
    this.#renewal ??= setInterval(() => {
      this.renew().catch((error: unknown) =>
        this.#services.log.warn({ err: error }, "who watches could not be asked about"),
      );
    }, WATCH_RENEW_MS);
  }

  #rest(): void {
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  /**
   * Renews the leases of what is watched, and shows out whoever may not watch any more: a right can end
   * while somebody looks. One question about all sessions that watch.
   */
  async renew(): Promise<void> {
    for (const cameraId of this.#watched.keys()) {
      this.#askFor(cameraId);
    }
    const { adapter, sockets } = this.#io.of("/");
    const watching = [...this.#watched].flatMap(([cameraId, buildingId]) =>
      [...(adapter.rooms.get(watchersOf(cameraId).room) ?? [])].flatMap((id) => {
        const socket = sockets.get(id);
        return socket ? [{ socket, cameraId, buildingId, ...socketData(socket) }] : [];
      }),
    );
    if (watching.length === 0) {
      return;
    }
    const [bySession, byToken] = await Promise.all([
      this.#actorsOf(watching.flatMap(({ sessionId }) => sessionId ?? [])),
      this.#callersOf(watching.flatMap(({ tokenId }) => tokenId ?? [])),
    ]);
    for (const { socket, cameraId, buildingId, sessionId, tokenId } of watching) {
      const actor = bySession.get(sessionId ?? "");
      const caller = byToken.get(tokenId ?? "");
      const isPersonWhoMay = actor !== undefined && may(actor, "cameras.view", { buildingId });
      const isProgramThatMay = caller?.buildingId === buildingId && caller.rights.includes("cameras:read");
      if (!isPersonWhoMay && !isProgramThatMay) {
        await socket.leave(watchersOf(cameraId).room);
      }
    }
  }

  async #actorsOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Actor>> {
    const actors =
      sessionIds.length === 0 ? [] : await this.#services.gate.actorsOfSessions([...new Set(sessionIds)]);
    return new Map(actors.map((actor) => [actor.sessionId, actor]));
  }

  async #callersOf(tokenIds: readonly string[]): Promise<ReadonlyMap<string, TokenCaller>> {
    const callers =
      tokenIds.length === 0 ? [] : await this.#services.gate.callersOfTokens([...new Set(tokenIds)]);
    return new Map(callers.map((caller) => [caller.tokenId, caller]));
  }

  /** @throws {Refused} CAMERA_NOT_FOUND when the building has no such camera */
  async subscribe(
    socket: Socket,
    buildingId: string,
    camId: string,
    decodes: readonly VideoCodec[] = [],
  ): Promise<z.input<typeof subscribeCamera.reply>> {
    const camera = await findCamera(this.#services.db, buildingId, camId);
    if (!camera) {
      throw new Refused("CAMERA_NOT_FOUND");
    }
    const { controllerId } = camera;
    const { room } = watchersOf(camId);
    await socket.join(room);
    // Whoever hung up meanwhile joins nothing: nobody would say that the last one left.
    if (!socket.rooms.has(room)) {
      throw new Refused("CAMERA_NOT_FOUND");
    }
    this.#watched.set(camId, buildingId);
    this.#renewAgainAndAgain();
    await this.video.join(socket, camId, decodes);
    // Asked on every subscription, also of a camera that runs already: the answer is its present state.
    this.#askFor(camId);
    if (decodes.length > 0) {
      this.#askLater(camId);
    }
    const last = this.#last.of(camId);
    const state: CameraState =
      controllerId !== null && (await this.#hub.lines.isThere(controllerId))
        ? { camId, state: "starting", since: this.#services.clock.now().toISOString() }
        : { camId, state: "away", since: await this.#awaySince(controllerId) };
    const lastKey = this.video.lastKey(camId, decodes);
    if (lastKey && lastKey.at >= (last?.at ?? lastKey.at)) {
      return { ...state, lastKey: { at: lastKey.at.toISOString(), key: lastKey.key } };
    }
    return last ? { ...state, last: { at: last.at.toISOString(), jpeg: last.jpeg } } : state;
  }

  /**
   * What a camera shows now, for who asks once: its next frame, for which nobody has to watch.
   * @throws {Refused} CAMERA_NOT_FOUND, CAMERA_SHOWS_NOTHING
   */
  async picture(buildingId: string, camId: string): Promise<{ at: Date; jpeg: Uint8Array }> {
    const { db, clock } = this.#services;
    if (!(await findCamera(db, buildingId, camId))) {
      throw new Refused("CAMERA_NOT_FOUND");
    }
    const waiting = this.#waiting.get(camId) ?? new Set();
    this.#waiting.set(camId, waiting);
    this.#bus.want(camId, { pictures: true, video: this.#held.video.has(camId) });
    this.#hub.watch(buildingId, camId);
    const jpeg = await new Promise<Uint8Array | null>((resolve) => {
      const done = (frame: Uint8Array | null) => {
        clearTimeout(patience);
        waiting.delete(done);
        resolve(frame);
      };
      const patience = setTimeout(() => done(null), PICTURE_WAIT_MS);
      waiting.add(done);
    });
    if (waiting.size === 0) {
      this.#waiting.delete(camId);
      if (!this.#watched.has(camId)) {
        this.#bus.want(camId, { pictures: false, video: false });
        this.#hub.unwatch(buildingId, camId);
      } else {
        this.#held.pictures.add(camId);
        this.#askFor(camId);
      }
    }
    if (jpeg === null) {
      throw new Refused("CAMERA_SHOWS_NOTHING");
    }
    return { at: clock.now(), jpeg };
  }

  /** What a camera showed last through this process, whenever that was. */
  lastPicture(camId: string): LastPicture | undefined {
    return this.#last.of(camId);
  }

  /** A camera is at another address, or taken away: what it showed is not shown any more, on every process. */
  moved(camId: string): void {
    this.#forget(camId);
    this.#bus.cameraMoved(camId);
  }

  #forget(camId: string): void {
    this.#last.forget(camId);
    this.lastShown.forget(camId);
    this.video.moved(camId);
  }

  async leave(socket: Socket, camId: string): Promise<void> {
    await socket.leave(watchersOf(camId).room);
  }

  /** A picture from a controller of this process. */
  frame(camId: string, jpeg: Uint8Array): void {
    this.#fromHere({ kind: "picture", camId, jpeg });
  }

  /** A piece of a video from a controller of this process. */
  chunk(camId: string, chunk: VideoChunk): void {
    this.#fromHere({ kind: "chunk", camId, chunk });
  }

  /** Why a camera's video does not come, from a controller of this process. */
  trouble(camId: string, trouble: VideoTrouble): void {
    this.#fromHere({ kind: "trouble", camId, trouble });
  }

  #fromHere(part: CameraPart): void {
    this.#cameAt.set(part.camId, this.#services.clock.steadyMs());
    this.#bus.pass(part);
    this.#take(part);
  }

  #comesHere(camId: string): boolean {
    const cameAt = this.#cameAt.get(camId);
    return cameAt !== undefined && this.#services.clock.steadyMs() - cameAt < WATCH_RENEW_MS;
  }

  /** For the watchers of this process, from wherever it comes. */
  #take(part: CameraPart): void {
    if (part.kind === "chunk") {
      this.video.chunk(part.camId, part.chunk);
    } else if (part.kind === "trouble") {
      this.video.trouble(part.camId, part.trouble);
    } else {
      this.#show(part.camId, part.jpeg);
    }
  }

  #show(camId: string, jpeg: Uint8Array): void {
    this.#last.keep(camId, jpeg, this.#services.clock.now());
    this.#services.live.frame(camId, jpeg, this.video.viewers(camId));
    for (const done of this.#waiting.get(camId) ?? []) {
      done(jpeg);
    }
  }

  state(camId: string, state: "starting" | "live" | "no-signal", since: string): void {
    this.#services.live.tell(watchersOf(camId), "cam_state", { camId, state, since });
  }

  /** A controller is back: ask again at once. It is gone: say so to everybody who looks through it. */
  async presence(controller: { id: string; buildingId: string }, isPresent: boolean): Promise<void> {
    const cameraIds = await findCameraIds(this.#services.db, { controllerId: controller.id });
    if (isPresent) {
      this.#bus.controllerBack(controller.buildingId, cameraIds);
      this.#askAgain(controller.buildingId, cameraIds);
      return;
    }
    const since = await this.#awaySince(controller.id);
    for (const camId of cameraIds) {
      this.#services.live.tell(watchersOf(camId), "cam_state", { camId, state: "away", since });
    }
  }

  /** @param cameraIds the controller's own: the videos of the building's others go on. All where they are not said */
  #askAgain(buildingId: string, cameraIds: readonly string[] | undefined): void {
    for (const [cameraId, watchedIn] of this.#watched) {
      if (watchedIn === buildingId && (cameraIds?.includes(cameraId) ?? true)) {
        // It may be another one, with other cameras behind the same names.
        this.video.forget([cameraId]);
        this.#askFor(cameraId);
      }
    }
  }

  readonly #onRoomEmpty = (room: string): void => {
    for (const [cameraId, buildingId] of this.#watched) {
      if (watchersOf(cameraId).room === room) {
        this.#watched.delete(cameraId);
        this.#release(cameraId, buildingId);
      }
    }
    if (this.#watched.size === 0) {
      this.#rest();
    }
  };

  /** Asks for what a camera's watchers need of it now, for one lease, and for nothing else. */
  #askFor(cameraId: string): void {
    const buildingId = this.#watched.get(cameraId);
    if (buildingId === undefined) {
      return;
    }
    const wanted = {
      pictures: this.video.needsPictures(cameraId) || this.#waiting.has(cameraId),
      video: this.video.isWanted(cameraId),
    };
    // Said before it is asked for: nothing that comes then is lost on its way.
    this.#bus.want(cameraId, wanted);
    if (wanted.pictures) {
      this.#held.pictures.add(cameraId);
      this.#hub.watch(buildingId, cameraId);
    } else if (this.#held.pictures.delete(cameraId)) {
      this.#hub.unwatch(buildingId, cameraId);
    }
    if (wanted.video) {
      this.#held.video.add(cameraId);
      this.#hub.watchVideo(buildingId, cameraId);
    } else if (this.#held.video.delete(cameraId)) {
      this.video.end(cameraId);
      this.#hub.unwatchVideo(buildingId, cameraId);
    }
  }

  /** A video that came before may not come this time. */
  #askLater(cameraId: string): void {
    const grace = setTimeout(() => {
      this.#grace.delete(grace);
      this.#askFor(cameraId);
    }, VIDEO_GRACE_MS);
    this.#grace.add(grace);
  }

  #release(cameraId: string, buildingId: string): void {
    this.video.end(cameraId);
    this.lastShown.prepare(cameraId);
    this.#bus.want(cameraId, { pictures: false, video: false });
    if (this.#held.pictures.delete(cameraId)) {
      this.#hub.unwatch(buildingId, cameraId);
    }
    if (this.#held.video.delete(cameraId)) {
      this.#hub.unwatchVideo(buildingId, cameraId);
    }
  }

  async #awaySince(controllerId: string | null): Promise<string> {
    const seen = controllerId === null ? null : await findLastSeen(this.#services.db, controllerId);
    return (seen ?? this.#services.clock.now()).toISOString();
  }
}
