import { availableParallelism } from "node:os";
import { runEpisode } from "../apps/controller/testing/prove/episode.ts";
import { canCutPower, NO_POWER_CUTS } from "../apps/controller/testing/prove/power.ts";
import { prove } from "./proof.ts";

/*
 * npm run prove:controller                               a thousand faults, some minutes
 * npm run prove:controller -- --faults 50000 --seed 7    goes on where the same one was stopped
 */
const code = await prove({
  command: "prove:controller",
  // Most of the time they wait for somebody at a reader, for a line, for a door's end.
  one: { called: "building", faults: 50, atOnce: 3 * availableParallelism() },
  usually: 1000,
  leftOut: canCutPower() ? null : NO_POWER_CUTS,
  run: runEpisode,
  figures: {
    unintended: "unintended openings",
    refused: "authorised swipes refused",
    lost: "acknowledged events lost",
    twice: "counted twice",
  },
  never: ["unintended", "refused", "lost", "twice"],
});
process.exit(code);
