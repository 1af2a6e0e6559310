import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { expect, it, onTestFinished } from "vitest";
import { codedVideo } from "../../../testing/coded-video.ts";
import { settle } from "../../../testing/fake-clock.ts";
import { ClipFiles } from "./clip-files.ts";
import { ClipWriter } from "./clip-writer.ts";

it("says that a full disk takes nothing, so that the clip ends, and lets go of its file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "umbral-writer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chunks: VideoChunk[] = codedVideo({ pictures: 30 });
  const [first] = chunks;
  if (first?.kind !== "key") {
    throw new Error("it does not begin with a key");
  }
  // Every write to it finds the disk full.
  const handle = await open("/dev/full", "r+");
  const writer = new ClipWriter(new ClipFiles(folder), "none", first, Promise.resolve(handle));
  for (const chunk of chunks) {
    writer.push(chunk);
  }
  while (!writer.isBroken) {
    await settle();
  }
  await expect(writer.finish()).rejects.toMatchObject({ code: "ENOSPC" });
  expect(handle.fd).toBe(-1);
});
