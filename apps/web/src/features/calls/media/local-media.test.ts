import { describe, expect, it } from "vitest";
import { FakeDevices } from "../../../../testing/fake-devices.ts";
import { createLocalMedia } from "./local-media.ts";
import type { MediaKind } from "./peer.ts";

function media(devices = new FakeDevices()) {
  const sent: Partial<Record<MediaKind, MediaStreamTrack | null>> = {};
  const local = createLocalMedia({
    devices,
    onTrack: (kind, track) => {
      sent[kind] = track;
    },
    onChange: () => undefined,
  });
  return { devices, local, sent };
}

const FRONT = { facingMode: "user", height: { ideal: 720, min: 360, max: 1080 } };

describe("camera and microphone", () => {
  it("are asked for together, as the specification wants them", async () => {
    const { devices, local, sent } = media();
    await local.open();
    expect(devices.asked).toEqual([{ audio: { echoCancellation: true }, video: FRONT }]);
    expect(local.view()).toMatchObject({ microphone: "on", camera: "on", canSwitchCamera: false });
    expect(sent).toMatchObject({ audio: { kind: "audio" }, video: { kind: "video" } });
  });

  it("that were refused are not asked for again at once", async () => {
    const { devices, local } = media();
    devices.troubles = { both: "NotAllowedError" };
    await local.open();
    expect(devices.asked).toHaveLength(1);
    expect(local.view()).toMatchObject({ microphone: "refused", camera: "refused", picture: null });
  });

  it("of which one was allowed before come as far as allowed", async () => {
    const { devices, local } = media();
    devices.troubles = { both: "NotAllowedError" };
    devices.permissions = { audio: "granted", video: "denied" };
    await local.open();
    expect(local.view()).toMatchObject({ microphone: "on", camera: "refused" });
  });

  it("of which one is missing come without it", async () => {
    const { devices, local } = media();
    devices.troubles = { video: "NotFoundError" };
    await local.open();
    expect(local.view()).toMatchObject({ microphone: "on", camera: "missing" });
    expect(local.sending()).toEqual({ microphone: true, camera: false });
  });

  it("of which one is held by another program come without it", async () => {
    const { devices, local } = media();
    devices.troubles = { audio: "NotReadableError" };
    await local.open();
    expect(local.view()).toMatchObject({ microphone: "busy", camera: "on" });
  });

  it("too small for the wanted picture are taken as they are", async () => {
    const devices = new FakeDevices();
    const { local } = media(devices);
    devices.troubles = { both: "OverconstrainedError", video: "OverconstrainedError" };
    const opening = local.open();
    await opening;
    expect(devices.asked.at(-1)).toEqual({ video: { facingMode: "user" } });
  });

  it("that are missing are asked for again alone, and what is there stays as it is", async () => {
    const { devices, local } = media();
    devices.troubles = { video: "NotFoundError" };
    await local.open();
    local.setMicrophone(false);
    devices.troubles = {};
    await local.open();
    expect(devices.asked.at(-1)).toEqual({ video: FRONT });
    expect(local.view()).toMatchObject({ microphone: "off", camera: "on" });
  });

  it("that are unplugged are missing, and nothing is sent any more", async () => {
    const { devices, local, sent } = media();
    await local.open();
    devices.tracks.find(({ kind }) => kind === "video")?.onended?.();
    expect(local.view()).toMatchObject({ camera: "missing", picture: null });
    expect(sent.video).toBeNull();
  });
});

describe("the camera", () => {
  it("turns round on a phone, one camera at a time", async () => {
    const { devices, local, sent } = media();
    devices.facingMode = "user";
    devices.cameras = ["front", "back"];
    await local.open();
    expect(local.view().canSwitchCamera).toBe(true);
    await local.switchCamera();

    expect(devices.asked.at(-1)).toEqual({ video: { ...FRONT, facingMode: "environment" } });
    expect(local.view().facing).toBe("environment");
    expect(devices.live.filter(({ kind }) => kind === "video")).toEqual([sent.video]);
  });

  it("is the next one where cameras face nowhere", async () => {
    const { devices, local } = media();
    devices.cameras = ["front", "usb"];
    await local.open();
    await local.switchCamera();
    expect(devices.asked.at(-1)).toMatchObject({ video: { deviceId: { exact: "usb" } } });
    expect(local.view().facing).toBe("user");
  });

  it("is the one before when the other does not open", async () => {
    const { devices, local } = media();
    devices.facingMode = "user";
    devices.cameras = ["front", "back"];
    await local.open();
    const { open } = devices;
    let isFirst = true;
    devices.open = async (constraints) => {
      if (isFirst) {
        isFirst = false;
        throw Object.assign(new Error(), { name: "NotReadableError" });
      }
      return open.call(devices, constraints);
    };
    await local.switchCamera();
    expect(local.view()).toMatchObject({ camera: "on", facing: "user" });
    expect(devices.live.filter(({ kind }) => kind === "video")).toHaveLength(1);
  });
});
