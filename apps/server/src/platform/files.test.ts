import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DiskFiles } from "./disk-files.ts";
import { EncryptedFiles, UnreadablePicture } from "./files.ts";
import { makeFilesKey, readFilesKey } from "./files-key.ts";

const folder = await mkdtemp(join(tmpdir(), "umbral-files-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("pictures on disk", () => {
  it("come back as they went in, and cannot be read there", async () => {
    const files = new EncryptedFiles(new DiskFiles(join(folder, "one")), Buffer.alloc(32, 7));
    const face = Buffer.from("a face, as far as anybody knows");
    await files.put("0001-ab", face);
    expect(await files.get("0001-ab")).toEqual(face);
    const [name = ""] = await readdir(join(folder, "one", "ab"));
    expect(await readFile(join(folder, "one", "ab", name))).not.toContain("face");
    await files.remove("0001-ab");
    expect(await files.get("0001-ab")).toBeNull();
  });

  it("are refused when another key, another name or another hand made them", async () => {
    const files = new EncryptedFiles(new DiskFiles(join(folder, "two")), Buffer.alloc(32, 1));
    await files.put("x-aa", Buffer.from("one"));
    await expect(
      new EncryptedFiles(new DiskFiles(join(folder, "two")), Buffer.alloc(32, 2)).get("x-aa"),
    ).rejects.toThrow(UnreadablePicture);
    const stored = await readFile(join(folder, "two", "aa", "x-aa"));
    await writeFile(join(folder, "two", "aa", "y-aa"), stored);
    await expect(files.get("y-aa")).rejects.toThrow(UnreadablePicture);
    // What a disk cut short, or lost the bytes of.
    for (const length of [20, 0]) {
      await writeFile(join(folder, "two", "aa", "x-aa"), stored.subarray(0, length));
      await expect(files.get("x-aa")).rejects.toThrow(UnreadablePicture);
    }
  });

  it("have one key, made once", async () => {
    const path = join(folder, "keys", "files.key");
    expect(await readFilesKey(path)).toBeUndefined();
    const [one, other] = await Promise.all([makeFilesKey(path), makeFilesKey(path)]);
    expect(other).toEqual(one);
    expect(await readFilesKey(path)).toEqual(one);
    await writeFile(path, "short");
    await expect(readFilesKey(path)).rejects.toThrow("FILES_KEY_FILE");
  });
});
