import { expect, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { session } from "../../src/lib/useSession.ts";
import { nextFrames } from "./frames.ts";
import type { held } from "./replies.ts";

/** Whoever asked signs out in another tab before the answer comes: what stands on the screen then is told to somebody else. */
export async function leaveBefore(late: Pick<ReturnType<typeof held>, "isAsked" | "letGo">): Promise<void> {
  await late.isAsked;
  const answered = vi.spyOn(Response.prototype, "json");
  onTestFinished(() => answered.mockRestore());
  session.end("sign-out");
  await expect.element(page.getByRole("button", { name: "Iniciar", exact: true })).toBeVisible();
  late.letGo();
  await expect.poll(() => answered.mock.calls.length).toBeGreaterThan(0);
  await nextFrames();
  await nextFrames();
}
