import { expect, it } from "vitest";
import { runEpisode } from "../testing/prove/episode.ts";

// `npm run prove:server` tries more, and how soon it is ready again.
it("loses nothing that it acknowledged, and does nothing twice, whatever is killed or full", async () => {
  const told = await runEpisode(20_261_124, 3, ["databaseKilled", "powerCut", "diskFull"]);
  expect(told).toMatchObject({ lost: 0, twice: 0 });
  expect(told.writes).toBeGreaterThanOrEqual(180);
}, 180_000);
