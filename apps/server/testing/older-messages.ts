import { readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { z } from "zod";
import { notTaken, notTold } from "./older-pages.ts";

/** What travels on sockets by one version's contract, by event. */
interface Messages {
  /** What pages and controllers send, and what they are answered. */
  asked: Map<string, { payload: z.ZodType; reply: z.ZodType }>;
  /** What pages hear. */
  told: Map<string, z.ZodType>;
  /** What controllers are told to do. */
  ordered: Map<string, z.ZodType>;
}

/**
 * The messages of a contract, from its sources: every file of a room, and what each of them exports.
 * @param sources the folder of the contract's `src` @param place a file to bundle it into, from which today's packages are found
 */
export async function messagesOf(sources: string, place: string): Promise<Messages> {
  const names = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith(".contract.ts"));
  await build({
    stdin: {
      contents: [...names, "events.ts"]
        .map((name, at) => `export * as file${at} from "./${name}";`)
        .join("\n"),
      resolveDir: sources,
    },
    outfile: place,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["zod"],
    // Its own files name one another as a package.
    alias: { "@umbral/contract": sources },
    logLevel: "error",
  });
  const files: Record<string, object> = await import(pathToFileURL(place).href);
  const exported = Object.values(files).flatMap((file) => Object.entries(file));
  const schemas = (name: string) => {
    const [found] = exported.filter(([each]) => each === name);
    return new Map(Object.entries(Object(found?.[1])).filter(isNamedSchema));
  };
  return {
    asked: new Map(exported.flatMap(([, value]) => (isMessage(value) ? [[value.event, value]] : []))),
    told: schemas("peopleEvents"),
    ordered: schemas("controllerOrders"),
  };
}

const isNamedSchema = (entry: [string, unknown]): entry is [string, z.ZodType] =>
  entry[1] instanceof z.ZodType;

function isMessage(value: unknown): value is { event: string; payload: z.ZodType; reply: z.ZodType } {
  const { event, payload, reply } = Object(value);
  return typeof event === "string" && payload instanceof z.ZodType && reply instanceof z.ZodType;
}

/**
 * What pages and controllers of the older contract would miss on the sockets of a server of the newer one: messages that are not
 * taken as they send them, answers and events without what they read, orders that they refuse.
 */
export function messagesMissedByOlder(older: Messages, newer: Messages): string[] {
  return [
    ...[...older.asked].flatMap(([event, before]) => {
      const after = newer.asked.get(event);
      return after === undefined
        ? [`${event} is gone`]
        : [
            ...notTaken(event, taken(before.payload), taken(after.payload)),
            ...notTold(`${event} reply`, told(before.reply), told(after.reply)),
          ];
    }),
    // Refusals get new codes with every room; the sentence that a page shows of an unknown one comes with it.
    ...[...older.told].flatMap(([event, before]) => {
      if (event.endsWith(":error")) {
        return [];
      }
      const after = newer.told.get(event);
      return after === undefined ? [`${event} is not told`] : notTold(event, told(before), told(after));
    }),
    // The other way round: what the newer server says must be taken by the older controller.
    ...[...newer.ordered].flatMap(([event, after]) => {
      const before = older.ordered.get(event);
      return before === undefined ? [] : notTaken(event, told(after), taken(before));
    }),
  ];
}

const taken = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
const told = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
