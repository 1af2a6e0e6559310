import { expect, it } from "vitest";
import { DiskQuestion } from "./disk-question.ts";

it("is put to a disk that says nothing once, and again when it has answered", async () => {
  const disk: ((free: number) => void)[] = [];
  const question = new DiskQuestion(() => new Promise<number>((resolve) => disk.push(resolve)), 20);
  await expect(question.answer()).rejects.toThrow("did not answer");
  await expect(question.answer()).rejects.toThrow("did not answer");
  expect(disk).toHaveLength(1);

  const late = question.answer();
  disk[0]?.(7);
  expect(await late).toBe(7);
  const next = question.answer();
  disk[1]?.(8);
  expect(await next).toBe(8);
});
