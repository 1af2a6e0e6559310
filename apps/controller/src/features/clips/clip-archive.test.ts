import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLIP_AFTER_MS } from "@umbral/contract/clips/clip-wire.contract";
import { describe, expect, it } from "vitest";
import { DAY_MS, running, sha256, untilFile, untilFits } from "../../../testing/clips.ts";
import { probeVideo } from "../../../testing/probe-video.ts";
import { refuseWrites, takeWrites } from "../../../testing/store.ts";
import type { Store } from "../../platform/store.ts";

/** As the store that begins in the place of one that is gone. */
function forgetClips(store: Store): void {
  store.command("delete from clips").run();
  store.command("insert into unseen_clips values (1)").run();
}

describe("clips on the disk", () => {
  it("of a process that was killed at any step are told as they lie there, once, and nothing else is left", async () => {
    const { clips, camera, play, store, folder, newFeature, until, kept, told, fileOf } =
      await running(20_000);
    const causes = Array.from({ length: 4 }, () => randomUUID());
    for (const cause of causes) {
      clips.ofOpening(cause, camera.id);
    }
    await untilFile(folder, 4);
    await play(4000);
    await clips.stop();
    await until(() => kept().length === 4);
    const [sealed = "", cut = "", headless = "", fileless = ""] = kept().map(({ clipId }) => clipId);
    // As it is before the index says that they are kept.
    store.command("update clips set ended_at = null, bytes = null").run();
    const whole = readFileSync(fileOf(cut)).byteLength;
    truncateSync(fileOf(cut), whole - 100);
    truncateSync(fileOf(headless), 300);
    rmSync(fileOf(fileless));
    // Let go of, and its file was not removed yet.
    writeFileSync(fileOf(randomUUID()), "no row");
    writeFileSync(join(folder, "notes.txt"), "no clip");
    const again = newFeature();
    again.start();
    await until(() => kept().length === 6);
    await again.stop();
    const recovered = kept().slice(4);
    expect(recovered.map(({ clipId }) => clipId).sort()).toEqual([sealed, cut].sort());
    for (const clip of recovered) {
      const file = readFileSync(fileOf(clip.clipId));
      expect(clip).toMatchObject({ isWhole: false, bytes: file.byteLength, sha256: sha256(file) });
      expect(probeVideo(fileOf(clip.clipId)).seconds).toBeGreaterThan(8);
    }
    expect(readFileSync(fileOf(cut)).byteLength).toBeLessThan(whole - 100);
    expect(readdirSync(folder).sort()).toEqual([`${sealed}.mp4`, `${cut}.mp4`].sort());
    expect(await again.part(headless, 0)).toEqual({ outcome: "gone" });
    const next = newFeature();
    next.start();
    await next.stop();
    expect(told()).toHaveLength(6);
  });

  it("stay where the store that knew of them is gone: the server asks for them by name, until their days are over", async () => {
    const { clips, camera, play, clock, store, newFeature, until, kept, told, fileOf } =
      await running(20_000);
    clips.ofOpening(randomUUID(), camera.id);
    await play(CLIP_AFTER_MS + 1000);
    await until(() => kept().length === 1);
    await clips.stop();
    const { clipId = "", bytes = 0 } = kept()[0] ?? {};
    const before = readFileSync(fileOf(clipId));
    forgetClips(store);
    const again = newFeature();
    again.start();
    await again.stop();
    expect(readFileSync(fileOf(clipId))).toEqual(before);
    expect(await again.part(clipId, bytes - 10)).toEqual({
      ...{ outcome: "part", bytes },
      data: before.subarray(-10),
    });
    expect(told()).toHaveLength(1);
    clock.stall(Date.now() - clock.date().getTime() + 400 * DAY_MS);
    const later = newFeature();
    later.start();
    await until(() => told().length === 2);
    expect(told()[1]).toMatchObject({ kind: "clip-dropped", clipId, why: "age" });
  });

  it("stay where the first start of a new store was killed before it took them, or could not write, and are taken once", async () => {
    const { store, newFeature, folder, kept, clips, camera, play, until, fileOf } = await running(20_000);
    clips.ofOpening(randomUUID(), camera.id);
    await play(CLIP_AFTER_MS + 1000);
    await until(() => kept().length === 1);
    await clips.stop();
    const [{ clipId = "" } = {}] = kept();
    forgetClips(store);
    // Its folder was made, its tables are there, and nothing more.
    refuseWrites(store);
    const killed = newFeature();
    killed.start();
    await killed.stop();
    takeWrites(store);
    // One that was begun meanwhile has a row already.
    const since = randomUUID();
    store
      .command("insert into clips values (?, '', 'opening', '', 'h264', '2026', '2026', '9999', 4)")
      .run(since);
    writeFileSync(fileOf(since), "film");
    const again = newFeature();
    again.start();
    await again.stop();
    expect(await again.part(clipId, 0)).toMatchObject({ outcome: "part" });
    // From now on a file without a row is one that was let go of.
    writeFileSync(fileOf(randomUUID()), "no row");
    const next = newFeature();
    next.start();
    await next.stop();
    expect(readdirSync(folder).sort()).toEqual([`${clipId}.mp4`, `${since}.mp4`].sort());
  });

  it("stay where the store is a copy, which may be older than they are", async () => {
    const { store, newFeature, folder, fileOf } = await running(0);
    const unknown = randomUUID();
    writeFileSync(fileOf(unknown), "film");
    Object.assign(store, { isKept: false });
    const again = newFeature();
    again.start();
    await again.stop();
    expect(readdirSync(folder)).toEqual([`${unknown}.mp4`]);
  });

  it("whose file is gone at the next start are told to be broken", async () => {
    const { clips, camera, play, newFeature, until, kept, told, fileOf } = await running(20_000);
    clips.ofOpening(randomUUID(), camera.id);
    await play(CLIP_AFTER_MS + 1000);
    await until(() => kept().length === 1);
    const clipId = kept()[0]?.clipId ?? "";
    rmSync(fileOf(clipId));
    newFeature().start();
    await until(() => told().length === 2);
    expect(told()[1]).toMatchObject({ kind: "clip-dropped", clipId, why: "broken" });
  });

  it("go when their days are over, and the oldest when there is too much, each told", async () => {
    const { clock, clips, camera, play, until, kept, told, folder, facts } = await running(20_000, {
      mostBytes: 5_000_000,
    });
    const keepOne = async () => {
      clips.ofOpening(randomUUID(), camera.id);
      await play(CLIP_AFTER_MS + 1000);
    };
    await keepOne();
    await until(() => kept().length === 1);
    const bytes = kept()[0]?.bytes ?? 0;
    expect(bytes).toBeGreaterThan(200_000);
    const dropped = () => told().flatMap((fact) => (fact.kind === "clip-dropped" ? [fact] : []));
    for (let more = 1; dropped().length < 2; more += 1) {
      await keepOne();
      await until(() => kept().length === more + 1);
      await untilFits(folder, 5_000_000);
    }
    const [oldest] = kept();
    expect(dropped()[0]).toMatchObject({ clipId: oldest?.clipId, why: "space" });
    expect(kept().length - dropped().length).toBeGreaterThanOrEqual(3);
    const spaced = dropped().length;
    await clock.push(14 * DAY_MS);
    await until(() => dropped().length === kept().length);
    expect(
      dropped()
        .slice(spaced)
        .every(({ why }) => why === "age"),
    ).toBe(true);
    await clips.stop();
    expect(readdirSync(folder)).toEqual([]);
    expect(facts.isOnDisk).toBe(true);
  }, 30_000);

  it("are not begun on a disk that takes nothing; one that it meets in the middle waits for it", async () => {
    const { clock, clips, camera, play, store, folder, until, kept, orderOf } = await running(20_000);
    refuseWrites(store);
    expect(await clips.obey(orderOf())).toEqual({ outcome: "none" });
    expect(readdirSync(folder)).toEqual([]);
    takeWrites(store);
    clips.ofOpening(randomUUID(), camera.id);
    const [name = ""] = await untilFile(folder);
    refuseWrites(store);
    await play(CLIP_AFTER_MS + 1000);
    await clips.stop();
    expect(kept()).toEqual([]);
    expect(await clips.part(name.replace(".mp4", ""), 0)).toEqual({ outcome: "not-yet" });
    takeWrites(store);
    await clock.push(10_000);
    await until(() => kept().length === 1);
    expect((await clips.part(name.replace(".mp4", ""), 0)).outcome).toBe("part");
  });
});
