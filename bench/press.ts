import { setTimeout as pause } from "node:timers/promises";
import { DOOR_OPEN, PRESSES_AT_MOST, PRESSES_WITHIN_MS } from "@umbral/contract/doors/doors.contract";
import { io } from "socket.io-client";
import { startBareRelay } from "./bare-relay.ts";
import { type Benchmark, percentile, rounded } from "./figures.ts";
import { signIn, startProduct, temporaryFolder } from "./product.ts";

/** Presses before the first that counts: code is compiled and plans are cached by then. */
const WARM_UP = 20;
/** One person may order one door only so often: these press in turns. All of them may open both doors. */
const PEOPLE = [
  "1000000001",
  "1000000002",
  "1000000003",
  "1000000004",
  "1000000005",
  "1000000006",
  "1000000007",
];
const DOORS = ["1", "2$"];

/**
 * A press on the screen until it is told that the relay moved: the product's whole path (session, policy,
 * order and audit on disk, controller's own disk, relay, answer on disk) beside a bare `ws` relay with the
 * same hops and one durable PostgreSQL commit. Turn by turn in one run.
 */
export const press: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  const bare = await startBareRelay();
  const hands = await handsOf(product.url);

  const ours: number[] = [];
  const theirs: number[] = [];
  const presses = (isLong ? 1000 : 200) + WARM_UP;
  for (let turn = 0; turn < presses; turn += 1) {
    const hand = hands[turn % hands.length];
    if (!hand) {
      throw new Error("nobody may press");
    }
    await hand.mayPress();
    const began = performance.now();
    const answer = await hand.press();
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
  for (const hand of hands) {
    hand.disconnect();
  }
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

/** Somebody at a door's button, who never presses more often than they may. */
async function handsOf(url: string) {
  const signedIn = await Promise.all(
    PEOPLE.map(async (cedula) => {
      const { token, buildingId } = await signIn(url, cedula);
      const socket = io(url, { transports: ["websocket"] });
      await socket.emitWithAck("init", { token });
      return { socket, buildingId };
    }),
  );
  return DOORS.flatMap((door) =>
    signedIn.map(({ socket, buildingId }) => {
      const pressed: number[] = [];
      return {
        async mayPress(): Promise<void> {
          const earlier = pressed.at(-PRESSES_AT_MOST);
          if (earlier !== undefined) {
            await pause(Math.max(0, earlier + PRESSES_WITHIN_MS - performance.now()));
          }
        },
        async press() {
          const answer = await socket.emitWithAck("door_action", { buildingId, door, action: DOOR_OPEN });
          pressed.push(performance.now());
          return answer;
        },
        disconnect: () => socket.disconnect(),
      };
    }),
  );
}
