import { expect, it } from "vitest";
import { runEpisode } from "../testing/prove/episode.ts";

// `npm run prove:controller` tries a thousand and more.
it("lives through kills, power cuts, bad lines and wrong clocks without a door that opens for nobody", async () => {
  const verdict = await runEpisode(20_261_122, 30);
  expect(verdict).toEqual({ unintended: 0, refused: 0, lost: 0, twice: 0, remarks: [] });
}, 180_000);
