import type { MediaKind, Sending } from "./peer.ts";

/**
 * `asking`: the browser has not said yet. `off`: the person switched it off. `refused`: the browser was not
 * given the permission. `missing`: there is none. `busy`: another program holds it, or it does not start.
 */
export type DeviceState = "asking" | "on" | "off" | "refused" | "missing" | "busy";
type Trouble = Extract<DeviceState, "refused" | "missing" | "busy">;
type Facing = "user" | "environment";

/** The browser's devices, as far as a call uses them. */
export interface Devices {
  open(constraints: MediaStreamConstraints): Promise<MediaStreamTrack[]>;
  /** What the browser would say now; `unknown` where it does not tell. */
  permission(kind: MediaKind): Promise<PermissionState | "unknown">;
  cameraIds(): Promise<string[]>;
}

export interface LocalMediaView {
  microphone: DeviceState;
  camera: DeviceState;
  facing: Facing;
  canSwitchCamera: boolean;
  /** Own picture. */
  picture: MediaStreamTrack | null;
}

export interface LocalMediaParts {
  devices: Devices;
  /** What is sent from now on; null for nothing. */
  onTrack(kind: MediaKind, track: MediaStreamTrack | null): void;
  onChange(): void;
}

export interface LocalMedia {
  view(): LocalMediaView;
  sending(): Sending;
  /** Asks for camera and microphone; again after a refusal or a plug pulled. */
  open(): Promise<void>;
  setMicrophone(isOn: boolean): void;
  setCamera(isOn: boolean): Promise<void>;
  switchCamera(): Promise<void>;
  /** Lets go of everything; what the browser hands out later is given back at once. */
  close(): void;
}

/** Video of the specification (§9): the front camera, and this many pixels high. */
const HEIGHT = { ideal: 720, min: 360, max: 1080 } as const;
const SOUND = { echoCancellation: true } as const;

/** Camera and microphone of this device during one call: as much of them as there is and may be used. */
export function createLocalMedia({ devices, onTrack, onChange }: LocalMediaParts): LocalMedia {
  const tracks: Record<MediaKind, MediaStreamTrack | null> = { audio: null, video: null };
  const states: Record<MediaKind, DeviceState> = { audio: "asking", video: "asking" };
  let facing: Facing = "user";
  let cameraIds: string[] = [];
  let isClosed = false;
  let view = drawView();

  function drawView(): LocalMediaView {
    return {
      microphone: states.audio,
      camera: states.video,
      facing,
      canSwitchCamera: states.video === "on" && cameraIds.length > 1,
      picture: tracks.video,
    };
  }

  const changed = () => {
    view = drawView();
    onChange();
  };

  const take = (track: MediaStreamTrack) => {
    const kind: MediaKind = track.kind === "audio" ? "audio" : "video";
    tracks[kind]?.stop();
    tracks[kind] = track;
    states[kind] = "on";
    // A plug was pulled, or the permission taken back: nothing of ours ended it.
    track.onended = () => {
      if (tracks[kind] === track) {
        lose(kind, "missing");
        changed();
      }
    };
    onTrack(kind, track);
  };

  const lose = (kind: MediaKind, state: DeviceState) => {
    tracks[kind]?.stop();
    tracks[kind] = null;
    states[kind] = state;
    onTrack(kind, null);
  };

  /** @returns whether there was still somebody to give the tracks to. */
  const open = async (constraints: MediaStreamConstraints): Promise<boolean> => {
    const opened = await devices.open(constraints);
    if (isClosed) {
      for (const track of opened) {
        track.stop();
      }
      return false;
    }
    for (const track of opened) {
      take(track);
    }
    return true;
  };

  /** One of the two alone. A camera too small for what is asked is better than none. */
  const openAlone = async (kind: MediaKind) => {
    const wishes =
      kind === "audio" ? [{ audio: SOUND }] : [{ video: picture(facing) }, { video: { facingMode: facing } }];
    let trouble: unknown;
    for (const wish of wishes) {
      try {
        await open(wish);
        return;
      } catch (error) {
        trouble = error;
        if (nameOf(error) !== "OverconstrainedError") {
          break;
        }
      }
    }
    lose(kind, troubleOf(trouble));
  };

  const openBoth = async () => {
    try {
      await open({ audio: SOUND, video: picture(facing) });
    } catch (error) {
      await openApart(error);
    }
  };

  const openApart = async (error: unknown) => {
    if (troubleOf(error) !== "refused") {
      await openAlone("audio");
      await openAlone("video");
      return;
    }
    // Who has just said no is not asked again at once; what was allowed before comes without a question.
    for (const kind of ["audio", "video"] as const) {
      if ((await devices.permission(kind)) === "granted") {
        await openAlone(kind);
      } else {
        lose(kind, "refused");
      }
    }
  };

  const countCameras = async () => {
    cameraIds = states.video === "on" ? await devices.cameraIds() : cameraIds;
  };

  const nextCamera = (): MediaTrackConstraints => {
    const settings = tracks.video?.getSettings() ?? {};
    if (settings.facingMode !== undefined) {
      facing = facing === "user" ? "environment" : "user";
      return picture(facing);
    }
    const at = cameraIds.indexOf(settings.deviceId ?? "");
    const deviceId = cameraIds[(at + 1) % cameraIds.length];
    return deviceId === undefined ? picture(facing) : { deviceId: { exact: deviceId }, height: HEIGHT };
  };

  return {
    view: () => view,
    sending: () => ({ microphone: states.audio === "on", camera: states.video === "on" }),

    async open() {
      const [kind, other] = (["audio", "video"] as const).filter((each) => tracks[each] === null);
      if (kind === undefined) {
        return;
      }
      states[kind] = "asking";
      if (other === undefined) {
        changed();
        await openAlone(kind);
      } else {
        states[other] = "asking";
        changed();
        await openBoth();
      }
      await countCameras();
      if (!isClosed) {
        changed();
      }
    },

    setMicrophone(isOn) {
      if (tracks.audio !== null) {
        tracks.audio.enabled = isOn;
        states.audio = isOn ? "on" : "off";
        changed();
      }
    },

    async setCamera(isOn) {
      if (isOn) {
        states.video = "asking";
        changed();
        await openAlone("video");
        await countCameras();
      } else {
        // Stopped, not darkened: its light goes out.
        lose("video", "off");
      }
      if (!isClosed) {
        changed();
      }
    },

    async switchCamera() {
      const before = facing;
      const next = nextCamera();
      // Many phones cannot have two cameras open.
      tracks.video?.stop();
      try {
        await open({ video: next });
      } catch {
        // That one does not open; back to the one that did.
        facing = before;
        await openAlone("video");
      }
      if (!isClosed) {
        changed();
      }
    },

    close() {
      isClosed = true;
      for (const kind of ["audio", "video"] as const) {
        tracks[kind]?.stop();
        tracks[kind] = null;
      }
    },
  };
}

function picture(facing: Facing): MediaTrackConstraints {
  return { facingMode: facing, height: HEIGHT };
}

/** Not every browser's refusals are errors by birth; all have a name. */
function nameOf(error: unknown): string {
  return typeof error === "object" && error !== null && "name" in error ? String(error.name) : "";
}

function troubleOf(error: unknown): Trouble {
  switch (nameOf(error)) {
    case "NotAllowedError":
    case "SecurityError":
      return "refused";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    default:
      return "busy";
  }
}
