import { init } from "@umbral/contract/auth/auth.contract";
import { listParcels } from "@umbral/contract/parcels/parcels.contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ServerLine } from "../../testing/screens/line.ts";
import { parcelLike, waitingParcel } from "../../testing/screens/parcels.ts";
import { somebody } from "../../testing/screens/people.ts";
import { Replies } from "../../testing/screens/replies.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

test("what may have been missed is asked for again on the line that stands", async () => {
  // Of the pages of an installation, the first to ask.
  vi.spyOn(Math, "random").mockReturnValue(0);
  const as = somebody("PORTERIA", "Pedro Portero");
  let parcels = [waitingParcel];
  const line = new ServerLine().on(init, ({ tellAgain }) => {
    if (tellAgain) {
      parcels = [waitingParcel, parcelLike(2, { carrier: "Coordinadora" })];
    }
    return { userId: as.user.id, socketId: "line-1" };
  });
  await renderScreen("/correspondencia", {
    as,
    line,
    replies: new Replies().on(listParcels, () => ({
      parcels,
      totalPages: 1,
      waiting: parcels.length,
      places: [],
      towers: [],
    })),
  });
  await expect.element(page.getByText("Servientrega")).toBeVisible();
  await expect.poll(() => line.sent(init)).toHaveLength(1);
  line.say("news:missed", {});
  await expect.element(page.getByText("Coordinadora")).toBeVisible();
  expect(line.sent(init).map(({ tellAgain }) => tellAgain)).toEqual([undefined, true]);
});
