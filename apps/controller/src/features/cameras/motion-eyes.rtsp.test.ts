import { startRtspServer } from "@umbral/simulated-building/testing/rtsp-server";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { newCamera } from "../../../testing/configuration.ts";
import { systemClock } from "../../platform/clock.ts";
import { silentLog } from "../../platform/log.ts";
import { RtspVideoDriver } from "./drivers/rtsp-video.ts";
import { type Look, MotionEyes } from "./motion-eyes.ts";
import { exactGreyOf, GREY, greyOf } from "./motion-grey.ts";
import { GreyVideo } from "./video/grey-video.ts";
import { PictureDecoder } from "./video/picture-decoder.ts";
import { VideoFeature } from "./video/video.feature.ts";

const clock = systemClock();

it("a camera's one stream is looked at, and its picture decoded from it", async () => {
  const server = await startRtspServer({ pattern: "ball", width: 320, height: 180 });
  onTestFinished(() => server.stop());
  const camera = newCamera({ width: 320, source: { kind: "rtsp", address: server.address } });
  let sessions = 0;
  const video = new VideoFeature({
    clock,
    random: Math.random,
    makeDriver: () => {
      sessions += 1;
      return new RtspVideoDriver(server.address);
    },
    send: () => true,
    tellState: () => undefined,
    tellTrouble: () => undefined,
    log: silentLog,
  });
  onTestFinished(() => video.stop());
  video.configure([camera]);
  const eyes = new MotionEyes({
    clock,
    video,
    pictures: { tap: () => expect.unreachable("its video is read") },
    greyOf,
    exactGreyOf,
    greyVideo: (parts) => new GreyVideo(parts),
    pictureDecoder: (width) => new PictureDecoder({ clock, width }),
    log: silentLog,
  });
  let end = (): void => undefined;
  const look = await new Promise<Look>((resolve) => {
    end =
      eyes.look(camera, (one) => {
        resolve(one);
        return { isRestless: true, notWithinMs: 0 };
      }) ?? end;
  });
  onTestFinished(() => end());
  expect(look.grey).toHaveLength(GREY.width * GREY.height);
  expect(await sharp(await look.picture()).metadata()).toMatchObject({ width: 320, height: 180 });
  expect(sessions).toBe(1);
});
