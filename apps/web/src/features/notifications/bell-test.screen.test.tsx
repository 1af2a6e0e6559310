import {
  BELL_TEST_MS,
  type BellTest,
  readBellTest,
  startBellTest,
} from "@umbral/contract/notifications/bell-test.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { home, idOf, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

test("a test of the bell waits as long as the server says, whatever the device's clock says", async () => {
  const anHourAgo = Date.now() - 3_600_000;
  const started: BellTest = {
    id: idOf(0xbe11),
    startedAt: new Date(anHourAgo).toISOString(),
    expiresAt: new Date(anHourAgo + BELL_TEST_MS).toISOString(),
    devices: [],
  };
  const replies = new Replies()
    .on(pendingEmail, { pending: null })
    .on(startBellTest, { test: started })
    .on(readBellTest, { test: started });
  await renderScreen("/profile?ver=datos", {
    as: somebody("RESIDENTE", "Andrés Residente", home),
    replies,
    size: "phone",
  });
  await expect.element(page.getByRole("button", { name: "Probar mi timbre" })).toBeVisible();
  // The page goes on as it does; only the clock is pushed.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  try {
    await page.getByRole("button", { name: "Probar mi timbre" }).click();
    await expect.element(page.getByText("Esperando a tus dispositivos…")).toBeVisible();
    await expect.poll(() => replies.asked(readBellTest).length).toBeGreaterThan(0);
    vi.advanceTimersByTime(BELL_TEST_MS);
    await expect.element(page.getByText(/^Ningún dispositivo respondió\./)).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});
