import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { io } from "socket.io-client";
import { startBareRelay } from "./bare-relay.ts";
import { type Benchmark, percentile, rounded } from "./figures.ts";
import { signIn, startProduct, temporaryFolder } from "./product.ts";

/** Presses before the first that counts: code is compiled and plans are cached by then. */
const WARM_UP = 20;

/**
 * A press on the screen until it is told that the relay moved: the product's whole path (session, policy,
 * order and audit on disk, controller's own disk, relay, answer on disk) beside a bare `ws` relay with the
 * same hops and one durable PostgreSQL commit. Turn by turn in one run.
 */
export const press: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  const bare = await startBareRelay();
  // The caretaker may open every door. Pulses are a second long, so each press waits for its own relay.
  const { token, buildingId } = await signIn(product.url, "1000000007");
  const socket = io(product.url, { transports: ["websocket"] });
  await socket.emitWithAck("init", { token });

  const ours: number[] = [];
  const theirs: number[] = [];
  const presses = (isLong ? 1000 : 200) + WARM_UP;
  for (let turn = 0; turn < presses; turn += 1) {
    const began = performance.now();
    const answer = await socket.emitWithAck("door_action", { buildingId, door: "1", action: DOOR_OPEN });
    const took = performance.now() - began;
    if (answer.ok !== true) {
      throw new Error(`press ${turn} was refused: ${answer.code}`);
    }
    const bareTook = await bare.press();
    if (turn >= WARM_UP) {
      ours.push(took);
      theirs.push(bareTook);
    }
  }
  socket.disconnect();
  await bare.stop();
  await product.stop();
  await folder.remove();
  const added = (share: number) => rounded(percentile(ours, share) - percentile(theirs, share));
  return [
    { name: "press-presses", value: ours.length },
    { name: "press-p50-ms", value: rounded(percentile(ours, 0.5)) },
    { name: "press-p99-ms", value: rounded(percentile(ours, 0.99)) },
    { name: "press-bare-p50-ms", value: rounded(percentile(theirs, 0.5)) },
    { name: "press-bare-p99-ms", value: rounded(percentile(theirs, 0.99)) },
    { name: "press-added-p50-ms", value: added(0.5) },
    { name: "press-added-p99-ms", value: added(0.99) },
  ];
};
