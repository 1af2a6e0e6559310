import { canCutPower, NO_POWER_CUTS } from "../apps/controller/testing/prove/power.ts";
import { runEpisode } from "../apps/server/testing/prove/episode.ts";
import { prove } from "./proof.ts";

/*
 * npm run prove:server                               twenty faults, some minutes
 * npm run prove:server -- --faults 200 --seed 7      goes on where the same one was stopped
 */
const code = await prove({
  command: "prove:server",
  // One at a time: how soon it is ready again is measured.
  one: { called: "installation", faults: 10, atOnce: 1 },
  usually: 20,
  leftOut: canCutPower() ? null : NO_POWER_CUTS,
  run: runEpisode,
  figures: {
    writes: "writes acknowledged",
    lost: "acknowledged writes lost",
    twice: "applied twice",
    notReady: "not ready after 3 s",
  },
  never: ["lost", "twice", "notReady"],
});
process.exit(code);
