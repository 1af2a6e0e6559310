import { randomBytes } from "node:crypto";
import { io } from "socket.io-client";
import { DEMONSTRATION_PASSWORD } from "../apps/server/src/demo/accounts.ts";
import { type Benchmark, percentile, rounded } from "./figures.ts";
import { signIn, startProduct, temporaryFolder } from "./product.ts";

/** Laura administers the platform, and Carla takes care of the building. */
const LAURA = "900000001";
const CARLA = "1000000007";

const WARM_UP = 5;

/**
 * From a card held to a building's reader until the administrator who registers it has its tag: the reader, the
 * controller with its disk, the line and the server.
 */
export const cardRead: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  const { buildingId, token: ofCarla } = await signIn(product.url, CARLA);
  const door = await readerOf(product.url, buildingId, ofCarla);
  const socket = io(product.url, { transports: ["websocket"] });
  await socket.emitWithAck("init", { token: await administrator(product.url) });

  const took: number[] = [];
  const cards = (isLong ? 300 : 60) + WARM_UP;
  for (let turn = 0; turn < cards; turn += 1) {
    const waits = await socket.emitWithAck("card:setup", { buildingId, door: door.id });
    if (waits.ok !== true) {
      throw new Error(`the reader was refused: ${waits.code}`);
    }
    const tag = randomBytes(7).toString("hex").toUpperCase();
    const read = new Promise<string>((resolve) => {
      socket.once("read_tag", resolve);
    });
    const began = performance.now();
    await act(product.url, buildingId, { kind: "swipe-card", doorId: door.id, tag });
    const heard = await read;
    if (heard !== tag) {
      throw new Error(`${tag} was read as ${heard}`);
    }
    if (turn >= WARM_UP) {
      took.push(performance.now() - began);
    }
  }
  socket.disconnect();
  await product.stop();
  await folder.remove();
  return [
    { name: "card-read-cards", value: took.length },
    { name: "card-read-p50-ms", value: rounded(percentile(took, 0.5)) },
    { name: "card-read-p95-ms", value: rounded(percentile(took, 0.95)) },
    { name: "card-read-longest-ms", value: rounded(Math.max(...took)) },
  ];
};

async function administrator(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/bb/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cedula: LAURA, password: DEMONSTRATION_PASSWORD, userType: "ADMIN" }),
  });
  const { token } = (await reply.json()) as { token: string };
  return token;
}

async function readerOf(url: string, buildingId: string, token: string): Promise<{ id: string }> {
  const reply = await fetch(`${url}/api/buildings/${buildingId}/doors`, {
    headers: { authorization: `JWT ${token}` },
  });
  const { doors } = (await reply.json()) as { doors: { id: string; localId: string }[] };
  const door = doors.find(({ localId }) => localId === "1");
  if (door === undefined) {
    throw new Error("the building has no main door");
  }
  return door;
}

async function act(url: string, buildingId: string, command: object): Promise<void> {
  const reply = await fetch(`${url}/api/demo/buildings/${buildingId}/actions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(command),
  });
  if (!reply.ok) {
    throw new Error(`the demonstration answered ${reply.status}: ${await reply.text()}`);
  }
}
