import type { Devices } from "../src/features/calls/media/local-media.ts";

/** The part of a track that a call uses. */
export interface FakeTrack {
  kind: "audio" | "video";
  enabled: boolean;
  isStopped: boolean;
  onended: (() => void) | null;
}

/** Camera and microphone in the hands of a test. */
export class FakeDevices implements Devices {
  readonly tracks: FakeTrack[] = [];
  readonly asked: MediaStreamConstraints[] = [];
  /** Thrown for a question that names this kind, or both. */
  troubles: { audio?: string; video?: string; both?: string } = {};
  permissions: { audio: PermissionState; video: PermissionState } = { audio: "prompt", video: "prompt" };
  cameras = ["front"];
  facingMode: string | undefined;
  /** Set it to keep every question waiting until the test says so. */
  gate: Promise<void> | null = null;

  async open(constraints: MediaStreamConstraints): Promise<MediaStreamTrack[]> {
    this.asked.push(constraints);
    await this.gate;
    const kinds = (["audio", "video"] as const).filter((kind) => constraints[kind] !== undefined);
    const trouble =
      kinds.length === 2
        ? (this.troubles.both ?? this.troubles.audio ?? this.troubles.video)
        : kinds[0] && this.troubles[kinds[0]];
    if (trouble !== undefined) {
      throw Object.assign(new Error(trouble), { name: trouble });
    }
    return kinds.map((kind) => this.#track(kind));
  }

  async permission(kind: "audio" | "video"): Promise<PermissionState> {
    return this.permissions[kind];
  }

  async cameraIds(): Promise<string[]> {
    return this.cameras;
  }

  /** Those that still capture. */
  get live(): FakeTrack[] {
    return this.tracks.filter(({ isStopped }) => !isStopped);
  }

  #track(kind: "audio" | "video"): MediaStreamTrack {
    const { facingMode } = this;
    const track = {
      kind,
      enabled: true,
      isStopped: false,
      onended: null,
      stop: () => {
        track.isStopped = true;
      },
      getSettings: () => ({ deviceId: "front", ...(facingMode === undefined ? {} : { facingMode }) }),
    };
    this.tracks.push(track);
    // A call uses no more of a track than this.
    return track as unknown as MediaStreamTrack;
  }
}
