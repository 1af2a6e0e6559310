import { parseArgs } from "node:util";
import { adminLogin } from "@umbral/contract/auth/auth.contract";
import { SimulatedCamera } from "@umbral/simulated-building/cameras/camera";
import { type Asker, ask, RefusedByServer } from "@umbral/simulated-building/city/asking";
import { City, inLanes } from "@umbral/simulated-building/city/city";
import { markedBuildings, type Removed, removeBuilding } from "@umbral/simulated-building/city/remove";
import { linesOf, Tally } from "@umbral/simulated-building/city/tally";
import { z } from "zod";

/*
 * npm run simulate -- --buildings 10 --speed 60 [--minutes 1440] [--from 05:30] [--homes 3] [--seed S] [--json] [--keep]
 * npm run simulate -- --remove          takes away what earlier runs left
 *
 * A city against an installation: prepares buildings, lives in them by the hours of the day, takes them away again and says what
 * was done, refused and failed. `--minutes` are of the clock on the wall, which goes `--speed` times as fast.
 */

/** Whom it is told, and never on the command line, which every process of the machine can read. */
const Settings = z.object({
  SIMULATE_URL: z.url({ protocol: /^https?$/ }),
  /** A platform administrator. */
  SIMULATE_CEDULA: z.string().min(1),
  SIMULATE_PASSWORD: z.string().min(1),
  /** Six digits of their second factor, as they are now; none for an account of the demonstration. */
  SIMULATE_CODE: z.string().optional(),
  /** The word of the installation's administration (`PRODUCT`). */
  SIMULATE_PRODUCT: z.string().default("bb"),
  /** Each building comes from an address of its own: the installation names this machine in `TRUSTED_PROXIES`. */
  SIMULATE_FORWARDS: z.enum(["0", "1"]).default("0"),
});
const Whole = z.coerce.number().int().positive();
const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const AT_ONCE = 12;

const { values } = parseArgs({
  options: {
    buildings: { type: "string", default: "2" },
    homes: { type: "string", default: "3" },
    speed: { type: "string", default: "60" },
    minutes: { type: "string", default: "1440" },
    from: { type: "string", default: "05:30" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    remove: { type: "boolean", default: false },
  },
});
const settings = Settings.safeParse(process.env);
if (settings.success) {
  process.exitCode = await simulate(settings.data);
} else {
  const names = settings.error.issues.map(({ path }) => path.join("."));
  process.stderr.write(`Faltan o no sirven en el entorno: ${[...new Set(names)].join(", ")}\n`);
  process.exitCode = 1;
}

async function simulate(given: z.infer<typeof Settings>): Promise<number> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const administrator = await signIn(given);
  if (values.remove) {
    return report(await remove(administrator), {});
  }
  const seed = z.coerce.number().int().nonnegative().parse(values.seed);
  const [buildings, homes] = [Whole.parse(values.buildings), Whole.parse(values.homes)];
  const speed = z.coerce.number().positive().parse(values.speed);
  const minutes = Whole.parse(values.minutes);
  const [hour = 0, minute = 0] = Hour.parse(values.from).split(":").map(Number);
  const tally = new Tally();
  const city = new City({
    administrator,
    buildings,
    homes,
    seed,
    tally,
    picture: await paintPicture(),
    forwards: given.SIMULATE_FORWARDS === "1",
    say,
  });
  say(`seed ${seed}`);
  const began = performance.now();
  await city.prepare();
  const prepared = performance.now();
  say(`prepared ${buildings} buildings, ${city.lines} lines, in ${Math.round((prepared - began) / 1000)} s`);
  await city.live({ fromMinute: hour * 60 + minute, minutes, speed });
  const lived = performance.now();
  city.end();
  const removed = values.keep ? undefined : await remove(administrator);
  const { kinds, refusals, failures } = tally.report();
  const figures = {
    seed,
    buildings,
    lines: city.lines,
    "prepared-in-seconds": Math.round((prepared - began) / 1000),
    "lived-seconds": Math.round((lived - prepared) / 1000),
  };
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ ...figures, kinds, refusals, failures, removed })}\n`);
  } else {
    report({ ...figures, ...removed }, { kinds, refusals, failures });
  }
  return tally.isGood ? 0 : 1;
}

function report(figures: object, more: Partial<Parameters<typeof linesOf>[0]>): 0 {
  const own = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
  const lines = [...own, ...linesOf({ kinds: {}, refusals: {}, failures: {}, ...more })];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

async function signIn(given: z.infer<typeof Settings>): Promise<Asker> {
  const nobody: Asker = {
    url: given.SIMULATE_URL.replace(/\/$/, ""),
    product: given.SIMULATE_PRODUCT,
    token: null,
    headers: {},
  };
  const { SIMULATE_CEDULA: cedula, SIMULATE_PASSWORD: password, SIMULATE_CODE: code } = given;
  try {
    const { token } = await ask(nobody, adminLogin, {
      body: { cedula, password, userType: "ADMIN", ...(code === undefined ? {} : { code }) },
    });
    return { ...nobody, token };
  } catch (error) {
    if (error instanceof RefusedByServer && error.code.startsWith("SECOND_FACTOR")) {
      throw new Error(`${error.message}: give SIMULATE_CODE the six digits that the app shows now`);
    }
    throw error;
  }
}

async function remove(administrator: Asker): Promise<Removed> {
  const removed: Removed = { gone: 0, emptied: 0 };
  const marked = await markedBuildings(administrator);
  await inLanes(marked.length, AT_ONCE, async (at) => {
    const building = marked[at];
    if (building) {
      removed[await removeBuilding(administrator, building)] += 1;
    }
  });
  return removed;
}

/** What every camera shows, and every face and document. */
async function paintPicture(): Promise<Uint8Array> {
  const camera = new SimulatedCamera({
    scene: "entrance",
    name: "Entrada",
    timeZone: "America/Bogota",
    width: 640,
  });
  const frame = await camera.frame();
  if (!frame) {
    throw new Error("no picture could be painted");
  }
  return frame;
}
