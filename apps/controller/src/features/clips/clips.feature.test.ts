import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import {
  CLIP_AFTER_MS,
  CLIP_AT_MOST_MS,
  CLIP_BEFORE_MS,
  CLIP_PART_BYTES,
} from "@umbral/contract/clips/clip-wire.contract";
import { describe, expect, it } from "vitest";
import { DAY_MS, FRAME_MS, running, sha256, untilFile } from "../../../testing/clips.ts";
import { codedVideo, FRAMES_PER_SECOND } from "../../../testing/coded-video.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { probeVideo } from "../../../testing/probe-video.ts";

describe("a clip of what happens", () => {
  it("begins with the last key that is eight seconds before its event and ends twenty after", async () => {
    const { clock, clips, camera, play, until, kept, fileOf, told } = await running(30_000);
    const openingId = randomUUID();
    const at = clock.date().getTime();
    clips.ofOpening(openingId, camera.id);
    await play(CLIP_AFTER_MS + 1000);
    await until(() => kept().length === 1);
    const [clip] = kept();
    expect(told()).toHaveLength(1);
    expect(clip).toMatchObject({
      cameraId: camera.id,
      cause: "opening",
      causeId: openingId,
      codec: "h264",
      isWhole: true,
    });
    const before = at - Date.parse(clip?.startedAt ?? "");
    expect(before).toBeGreaterThanOrEqual(CLIP_BEFORE_MS);
    expect(before).toBeLessThanOrEqual(CLIP_BEFORE_MS + 4000);
    expect(Math.abs(Date.parse(clip?.endedAt ?? "") - at - CLIP_AFTER_MS)).toBeLessThanOrEqual(FRAME_MS + 1);
    const file = readFileSync(fileOf(clip?.clipId ?? ""));
    expect([file.byteLength, sha256(file)]).toEqual([clip?.bytes, clip?.sha256]);
    const { seconds, pictures, keys, ...probed } = probeVideo(fileOf(clip?.clipId ?? ""));
    expect(probed).toEqual({ codec: "h264", width: 128, height: 98 });
    expect(seconds).toBeCloseTo((before + CLIP_AFTER_MS) / 1000, 0);
    expect(pictures).toBe(Math.round(seconds * FRAMES_PER_SECOND));
    expect(keys[0]).toBe(0);
  });

  it("is read part by part to the hash that was told, and is not there before and after", async () => {
    const big = await running(12_000);
    const { clips, camera, play, until, kept, fileOf } = big;
    clips.ofOpening(randomUUID(), camera.id);
    const [name = ""] = await untilFile(big.folder);
    const clipId = name.replace(".mp4", "");
    expect(await clips.part(clipId, 0)).toEqual({ outcome: "not-yet" });
    await play(CLIP_AFTER_MS + 1000);
    await until(() => kept().length === 1);
    const [clip] = kept();
    const parts: Uint8Array[] = [];
    let from = 0;
    for (;;) {
      const answer = await clips.part(clipId, from);
      if (answer.outcome !== "part") {
        expect(answer).toEqual({ outcome: "gone" });
        break;
      }
      expect(answer.bytes).toBe(clip?.bytes);
      expect(answer.data.byteLength).toBeLessThanOrEqual(CLIP_PART_BYTES);
      parts.push(answer.data);
      from += answer.data.byteLength;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(sha256(Buffer.concat(parts))).toBe(clip?.sha256);
    expect(await clips.part(randomUUID(), 0)).toEqual({ outcome: "gone" });
    // Somebody took its file away.
    rmSync(fileOf(clipId));
    expect(await clips.part(clipId, 0)).toEqual({ outcome: "gone" });
    expect(big.told().at(-1)).toMatchObject({ kind: "clip-dropped", clipId, why: "broken" });
  });

  it("lasts as long as motion does, and never longer than a clip may", async () => {
    const { clock, clips, camera, play, until, kept } = await running(12_000);
    const end = clips.ofIntrusion(randomUUID(), camera.id, clock.date(), true);
    const endless = clips.ofIntrusion(randomUUID(), camera.id, clock.date(), true);
    await play(40_000);
    end();
    await play(1000);
    await until(() => kept().length === 1);
    await play(CLIP_AT_MOST_MS);
    await until(() => kept().length === 2);
    endless();
    const lasted = kept().map(({ startedAt, endedAt }) => Date.parse(endedAt) - Date.parse(startedAt));
    expect(lasted[0]).toBeGreaterThan(47_000);
    expect(lasted[0]).toBeLessThan(53_000);
    expect(lasted[1]).toBeGreaterThan(CLIP_AT_MOST_MS - 1000);
    expect(lasted[1]).toBeLessThanOrEqual(CLIP_AT_MOST_MS);
  });

  it("has what came before its end and lay with the system until after it, and is whole though the camera restarts then", async () => {
    const { clock, clips, camera, play, taps, until, kept } = await running(12_000);
    const at = clock.date().getTime();
    const openedAt = clock.now();
    clips.ofOpening(randomUUID(), camera.id);
    await play(CLIP_AFTER_MS - 100);
    await clock.push(openedAt + CLIP_AFTER_MS + 100 - clock.now());
    const late = { kind: "delta", data: new Uint8Array(100) } as const;
    const tap = taps.get(camera.id);
    tap?.chunk({ ...late, at: 32e6 - 3000 }, openedAt + CLIP_AFTER_MS - 3);
    tap?.broke();
    await until(() => kept().length === 1);
    expect(Math.abs(Date.parse(kept()[0]?.endedAt ?? "") - at - CLIP_AFTER_MS + 3)).toBeLessThanOrEqual(1);
    expect(kept()[0]?.isWhole).toBe(true);
  });

  it("is its own for each of what happens at once, up to so many", async () => {
    const { clips, camera, play, until, kept, facts } = await running(20_000);
    const causes = Array.from({ length: 8 }, () => randomUUID());
    for (const cause of causes) {
      clips.ofOpening(cause, camera.id);
      await play(500);
    }
    await play(CLIP_AFTER_MS + 1000);
    await until(() => kept().length === 6);
    await clips.stop();
    expect(facts.waiting).toBe(6);
    expect(
      kept()
        .map(({ causeId }) => causeId)
        .sort(),
    ).toEqual(causes.slice(0, 6).sort());
    expect(kept().every(({ isWhole }) => isWhole)).toBe(true);
  });

  it("ends where its camera restarts, becomes another or goes silent, and says that it is not whole", async () => {
    const { clock, clips, camera, play, taps, until, kept, fileOf, orderOf } = await running(20_000);
    clips.ofOpening(randomUUID(), camera.id);
    await play(5000);
    taps.get(camera.id)?.broke();
    await until(() => kept().length === 1);
    // What is left in memory is of before: nothing has a clip until the camera gives a key.
    clips.ofOpening(randomUUID(), camera.id);
    await play(20_000);
    clips.ofOpening(randomUUID(), camera.id);
    await play(3000);
    const [key] = codedVideo({ pictures: 1, width: 64, height: 64 });
    if (key) {
      taps.get(camera.id)?.chunk({ ...key, at: 1e9 }, clock.now());
    }
    await until(() => kept().length === 2);
    await play(20_000);
    clips.ofOpening(randomUUID(), camera.id);
    await play(3000);
    await clock.push(CLIP_AFTER_MS);
    await until(() => kept().length === 3);
    expect(kept().map(({ isWhole }) => isWhole)).toEqual([false, false, false]);
    // What it showed last is not of now.
    expect(await clips.obey(orderOf())).toEqual({ outcome: "none" });
    for (const { clipId } of kept()) {
      expect(probeVideo(fileOf(clipId)).width).toBe(128);
    }
  });

  it("is of nothing while the building keeps none: memory is empty at once, and files stay", async () => {
    const { clock, clips, camera, play, taps, until, kept, told } = await running(20_000);
    clips.ofOpening(randomUUID(), camera.id);
    await play(2000);
    clips.configure([camera], null);
    expect(taps.size).toBe(0);
    await until(() => kept().length === 1);
    expect(kept()[0]?.isWhole).toBe(false);
    clips.ofOpening(randomUUID(), camera.id);
    await clock.push(13 * DAY_MS);
    expect(told()).toHaveLength(1);
    await clock.push(2 * DAY_MS);
    await until(() => told().length === 2);
    expect(told().at(-1)).toMatchObject({ kind: "clip-dropped", why: "age" });
  }, 30_000);
});

describe("an order for a clip", () => {
  it("keeps what its moment shows, the same again is the first, and an alarm's goes on", async () => {
    const { clock, clips, play, until, kept, orderOf } = await running(20_000);
    const order = orderOf();
    const at = clock.date().getTime();
    await play(2000);
    const answers = await Promise.all([clips.obey(order), clips.obey(order)]);
    expect(answers).toEqual([{ outcome: "keeping" }, { outcome: "keeping" }]);
    const alarm = orderOf({ cause: "alarm" });
    expect(await clips.obey(alarm)).toEqual({ outcome: "keeping" });
    await play(CLIP_AFTER_MS);
    await until(() => kept().length === 1);
    const { issuedAt: _, ...ring } = order;
    expect(kept()[0]).toMatchObject({ ...ring, isWhole: true });
    expect(at - Date.parse(kept()[0]?.startedAt ?? "")).toBeGreaterThanOrEqual(CLIP_BEFORE_MS);
    expect(await clips.obey(order)).toEqual({ outcome: "keeping" });
    await play(CLIP_AT_MOST_MS);
    await until(() => kept().length === 2);
    expect(kept()[1]).toMatchObject({ clipId: alarm.clipId, cause: "alarm", isWhole: true });
  });

  it("of a camera that has only just come keeps what there is of it, however long the clock's reading took", async () => {
    const { clips, play, until, kept, orderOf } = await running(200, { ageOf: async () => 900 });
    expect(await clips.obey(orderOf())).toEqual({ outcome: "keeping" });
    await play(CLIP_AFTER_MS);
    await until(() => kept().length === 1);
    expect(kept()[0]).toMatchObject({ cause: "ring", isWhole: false });
  });

  it("that is late, from the future, of another camera or without a clock keeps nothing", async () => {
    const isKnown = { clock: true };
    const clock = new FakeClock();
    const { clips, play, orderOf, folder } = await running(20_000, {
      clock,
      ageOf: async (issuedAt) => (isKnown.clock ? clock.now() + 1_000_000 - issuedAt : undefined),
    });
    const now = clock.now() + 1_000_000;
    const none = { outcome: "none" };
    expect(await clips.obey(orderOf({ issuedAt: now - 60_000 }))).toEqual(none);
    expect(await clips.obey(orderOf({ issuedAt: now + 60_000 }))).toEqual(none);
    expect(await clips.obey(orderOf({ issuedAt: now, cameraId: randomUUID() }))).toEqual(none);
    isKnown.clock = false;
    expect(await clips.obey(orderOf({ issuedAt: now }))).toEqual(none);
    await play(1000);
    expect(readdirSync(folder)).toEqual([]);
  });
});
