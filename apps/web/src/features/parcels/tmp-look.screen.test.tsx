import { drawParcelCode, listHomeParcels, listParcels } from "@umbral/contract/parcels/parcels.contract";
import { test } from "vitest";
import { page } from "vitest/browser";
import { parcelLike, waitingParcel } from "../../../testing/screens/parcels.ts";
import { home, idOf, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const bill = parcelLike(2, { kind: "bill", bill: "water", roundId: idOf(0xcb), carrier: "", note: "", hasLabel: false });
const replies = () =>
  new Replies()
    .on(listParcels, { parcels: [waitingParcel, bill], totalPages: 1, waiting: 2, places: [], towers: [] })
    .on(listHomeParcels, { parcels: [waitingParcel, bill], totalPages: 1, waiting: 2 })
    .on(drawParcelCode, { code: "048213", expiresAt: new Date(Date.now() + 600_000).toISOString() });
for (const [size, colorScheme] of [["phone", "light"], ["desktop", "dark"], ["tablet", "light"]] as const) {
  test(`look ${size}`, async () => {
    await renderScreen("/correspondencia", { as: somebody("PORTERIA", "Pedro"), size, colorScheme, replies: replies() });
    await page.getByText("A-101 · Paquete").element();
    await new Promise((done) => setTimeout(done, 600));
    await page.screenshot({ path: `/tmp/parcels-desk-${size}.png` });
    await page.getByRole("button", { name: "Entregar: Paquete de A-101" }).click();
    await page.getByText("Firma", { exact: true }).click();
    await new Promise((done) => setTimeout(done, 900));
    await page.screenshot({ path: `/tmp/parcels-hand-${size}.png` });
  });
}
test("home", async () => {
  await renderScreen("/building/dashboard/correspondencia", { as: somebody("RESIDENTE", "Rosa", home), size: "phone", colorScheme: "dark", replies: replies() });
  await page.getByRole("button", { name: "Recoger" }).click();
  await new Promise((done) => setTimeout(done, 900));
  await page.screenshot({ path: `/tmp/parcels-home.png` });
});
