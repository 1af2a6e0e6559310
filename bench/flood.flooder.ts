import { setTimeout as sleep } from "node:timers/promises";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { io } from "socket.io-client";
import { DEMONSTRATION_PASSWORD } from "../apps/server/src/demo/accounts.ts";
import { picture } from "../apps/server/testing/test-forms.ts";

/** What this process does until it is told to stop. */
export interface Flood {
  /** `sign-ins-from-everywhere`: of people that nobody knows, each from a network of its own. */
  kind: "init" | "presses" | "uploads" | "sign-ins" | "sign-ins-from-everywhere";
  url: string;
  token: string;
  buildingId: string;
  cedula: string;
}

// One person who asks for all that a browser could. What comes back is not waited for where it need not be.
const what = JSON.parse(process.argv[2] ?? "{}") as Flood;
/** Messages at one go, and between two of them: some twenty thousand a second. */
const BATCH = 200;
const BETWEEN_MS = 10;
/** Requests under way at the same time. */
const AT_ONCE = 40;
/** It ends by itself, whatever becomes of who began it. */
const LONGEST_MS = 5 * 60_000;

const began = performance.now();
let sent = 0;
let isOver = false;
const goesOn = () => !isOver && performance.now() - began < LONGEST_MS;

async function messages(event: string, payload: object): Promise<void> {
  const socket = io(what.url, { transports: ["websocket"], forceNew: true });
  await socket.emitWithAck("init", { token: what.token });
  while (goesOn()) {
    for (let one = 0; socket.connected && one < BATCH; one += 1) {
      socket.emit(event, payload);
      sent += 1;
    }
    await sleep(BETWEEN_MS);
  }
  socket.disconnect();
}

/** Many at once, each followed by the next as soon as it was answered, whatever the answer says. */
async function requests(send: () => Promise<Response>): Promise<void> {
  const one = async () => {
    while (goesOn()) {
      const reply = await send().catch(() => undefined);
      await reply?.arrayBuffer().catch(() => undefined);
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function uploads(): Promise<void> {
  const photo = await picture({ width: 4000, height: 3000 });
  await requests(() => {
    const form = new FormData();
    form.append("photo", photo);
    const headers = { authorization: `JWT ${what.token}` };
    return fetch(`${what.url}/api/user/profile/photo`, { method: "PUT", headers, body: form });
  });
}

/** No number and no network twice: nothing that is counted for one of them holds it up, and each costs a password's digest. */
const strange = () => {
  const number = 10_000_000 + sent + Math.floor(Math.random() * 90_000_000);
  return fetch(`${what.url}/api/user/auth/login`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    },
    body: JSON.stringify({ cedula: String(number), password: "nobody has this", userType: "USER" }),
  });
};

const floods: Record<Flood["kind"], () => Promise<void>> = {
  init: () => messages("init", { token: what.token }),
  presses: () => messages("door_action", { buildingId: what.buildingId, door: "1", action: DOOR_OPEN }),
  uploads,
  "sign-ins": () =>
    requests(() =>
      fetch(`${what.url}/api/user/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ cedula: what.cedula, password: DEMONSTRATION_PASSWORD, userType: "USER" }),
      }),
    ),
  "sign-ins-from-everywhere": () => requests(strange),
};

process.once("message", () => {
  isOver = true;
  process.send?.((sent / (performance.now() - began)) * 1000, () => process.exit());
});
process.once("disconnect", () => process.exit());
process.send?.("begun");
await floods[what.kind]();
