import { Agent, get } from "node:http";

/** What this process asks, over and over on some lines at once, for so long. */
export interface AskedReading {
  address: string;
  token: string;
  forMs: number;
}

const LINES = 8;
const agent = new Agent({ keepAlive: true, maxSockets: LINES });

const once = (address: string, authorization: string) =>
  new Promise<void>((resolve, reject) => {
    get(address, { agent, headers: { authorization } }, (reply) => {
      if (reply.statusCode !== 200) {
        reject(new Error(`${address} was answered ${reply.statusCode}`));
      }
      reply.resume().once("end", resolve);
    }).once("error", reject);
  });

process.on("message", (asked: AskedReading) => void ask(asked));

async function ask({ address, token, forMs }: AskedReading): Promise<void> {
  const began = performance.now();
  let answered = 0;
  const lane = async () => {
    while (performance.now() - began < forMs) {
      await once(address, `JWT ${token}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: LINES }, lane));
  process.send?.({ answered, ms: performance.now() - began });
}
process.on("disconnect", () => process.exit());
process.send?.("ready");
