import { afterAll, expect, it } from "vitest";
import { newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { guestsInsideOf } from "./guests-open.ts";

const server = await startTestServer();
afterAll(() => server.close());
atNoon(server);

it("whoever is inside beyond the hours of the week is named to the next shift, however many came since", async () => {
  const { building, newPass } = await newDesk(server);
  const days = [1, 2, 3, 4, 5, 6, 7];
  const { id: late } = await newPass({
    guest: "Cata Limpieza",
    until: 48,
    entries: null,
    hours: { hours: [{ days, from: "08:00", to: "11:00" }], onHolidays: { kind: "as-any-day" } },
  });
  for (let count = 0; count < 50; count += 1) {
    await newPass({ guest: `Invitado ${count}` });
  }
  const since = new Date(server.clock.now().getTime() - 60_000);
  const come = (at: Date) => server.db.updateTable("passes").set({ entered: 1, last_movement_at: at });
  await come(server.clock.now()).where("building_id", "=", building.id).execute();
  await come(since).where("id", "=", late).execute();
  const open = await guestsInsideOf(server.app.services, building.id);
  expect(open[0]).toEqual({
    about: "overstay",
    text: expect.stringMatching(/^Adentro: Cata Limpieza .*fuera de hora$/),
  });
  expect(open.at(-1)?.text).toBe("Adentro: y 1 más");
});
