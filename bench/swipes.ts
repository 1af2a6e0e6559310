import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startController } from "../apps/controller/testing/controller-process.ts";
import { type Benchmark, percentile, rounded } from "./figures.ts";
import { temporaryFolder } from "./product.ts";
import { CARDS, DOORS, type Filled, tagOf } from "./swipes.cards.ts";

const WARM_UP = 20;
/** Nobody listens there: the controller is by itself. */
const NO_SERVER = "http://127.0.0.1:9";

/**
 * From a card that is held to a reader until its relay moves, with 250,000 cards in the list and no server; beside what the
 * disk takes for the least that it can be: one read by key and one synced write.
 */
export const swipes: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const many = isLong ? 3000 : 600;
  const filler = fork(join(import.meta.dirname, "swipes.fill.ts"), [folder.path, String(many)]);
  const [filled] = (await once(filler, "message")) as [Filled];
  const { doorIds, filledMs, bare } = filled;
  await once(filler, "exit");

  const began = performance.now();
  const controller = await startController({
    SERVER_URL: NO_SERVER,
    CONTROLLER_DATA_DIR: folder.path,
    LOG_LEVEL: "info",
  });
  await controller.said("the controller runs");
  const startMs = performance.now() - began;
  const took: number[] = [];
  for (let turn = 0; turn < many + WARM_UP; turn += 1) {
    const doorId = doorIds[turn % DOORS] ?? "";
    const tag = tagOf((turn * 7919) % CARDS);
    const moved = controller.heard("relay-moved", turn + 1);
    const swiped = performance.now();
    controller.send({ kind: "swipe-card", doorId, tag });
    await moved;
    if (turn >= WARM_UP) {
      took.push(performance.now() - swiped);
    }
  }
  const memory = residentMegabytes(controller.pid);
  await controller.kill("SIGKILL");
  await folder.remove();
  return [
    { name: "swipes-cards", value: CARDS },
    { name: "swipes-p50-ms", value: rounded(percentile(took, 0.5)) },
    { name: "swipes-p99-ms", value: rounded(percentile(took, 0.99)) },
    { name: "swipes-bare-p50-ms", value: rounded(percentile(bare, 0.5)) },
    { name: "swipes-bare-p99-ms", value: rounded(percentile(bare, 0.99)) },
    { name: "swipes-start-ms", value: rounded(startMs, 0) },
    { name: "swipes-list-arrives-ms", value: rounded(filledMs, 0) },
    { name: "swipes-memory-mb", value: rounded(memory, 1) },
  ];
};

function residentMegabytes(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(found ?? 0) / 1024;
}
