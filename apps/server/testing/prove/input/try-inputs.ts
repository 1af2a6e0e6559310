import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { Message } from "@umbral/contract/lib/message";
import type { Socket } from "socket.io-client";
import { z } from "zod";
import type { Chance } from "../../../../controller/testing/prove/random.ts";
import { kindOf, SeenIds, shapeOf, Values } from "./values.ts";

/** Whoever asks. */
export interface Asker {
  name: string;
  /** What their requests say of them, or undefined for who makes none. Asked anew where their session is over. */
  headers: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Opens a line of theirs, signed in; undefined for who has none. */
  dial: (() => Promise<Socket>) | undefined;
}

/** What came of it, counted. */
export interface Tried {
  cases: number;
  /** Answered as what it should be, or refused in words. */
  answered: number;
  /** Answered as a fault of the server's, or as nothing that the contract knows. */
  faults: number;
  /** Not answered at all. */
  silent: number;
  /** What each fault was, to try it again. Never what was sent: `seed` and number bring that back. */
  remarks: string[];
}

/** Nothing may take longer than this. */
const PATIENCE_MS = 20_000;
/** Ends what the others need: tried by its forms, and never as it should be. */
const ENDS_ALL = /\/auth\/logout|sign-out|\/sessions|\/erasure|\/deactivat|restart/i;
const Refusal = z.looseObject({ code: z.string() });

/**
 * Tries inputs made by the contract's schemas, and spoiled ones, against every operation and message: one after the other, by
 * whoever the chance brings, and looks only at what must never be.
 * @param seen things of the installation with their ids, as replies have them
 */
export async function tryInputs(
  url: string,
  askers: readonly Asker[],
  { cases, chance, seen }: { cases: number; chance: Chance; seen: unknown },
): Promise<Tried> {
  const ids = new SeenIds();
  const values = new Values(chance, ids);
  const tried: Tried = { cases: 0, answered: 0, faults: 0, silent: 0, remarks: [] };
  ids.add(seen, chance);
  const lines = new Map<Asker, Socket>();
  const heads = new Map<Asker, Readonly<Record<string, string>>>();
  const lineOf = async (asker: Asker): Promise<Socket | undefined> => {
    const there = lines.get(asker);
    if (there?.connected || !asker.dial) {
      return there;
    }
    const line = await asker.dial().catch(() => undefined);
    if (line) {
      lines.set(asker, line);
      line.onAny((_, ...heard: unknown[]) => ids.add(heard, chance));
    }
    return line;
  };
  const outcome = (what: string, isGood: boolean | undefined, number: number) => {
    tried.answered += isGood === true ? 1 : 0;
    tried.faults += isGood === false ? 1 : 0;
    tried.silent += isGood === undefined ? 1 : 0;
    if (isGood !== true) {
      tried.remarks.push(`case ${number}: ${what} ${isGood === false ? "was a fault" : "was not answered"}`);
    }
  };

  for (let number = 0; number < cases; number += 1) {
    const asker = chance.oneOf(askers);
    tried.cases += 1;
    const line = !asker.headers || chance.below(3) === 0 ? await lineOf(asker) : undefined;
    if (line) {
      const message = chance.oneOf(allMessages);
      outcome(`${asker.name}: ${message.event}`, await send(line, message, values, chance), number);
    } else {
      const endpoint = chance.oneOf(allEndpoints);
      const own = heads.get(asker) ?? (await asker.headers?.()) ?? {};
      heads.set(asker, own);
      const { isGood, isOver } = await request(url, endpoint, own, { values, chance, ids });
      if (isOver) {
        heads.delete(asker);
      }
      outcome(`${asker.name}: ${endpoint.method} ${endpoint.path}`, isGood, number);
    }
  }
  for (const line of lines.values()) {
    line.disconnect();
  }
  return tried;
}

/** @returns whether it was answered as it may be; undefined where it was not */
async function send(
  line: Socket,
  { event, payload }: Message,
  values: Values,
  chance: Chance,
): Promise<boolean | undefined> {
  const made = values.of(shapeOf(payload));
  const sent = chance.below(4) === 0 ? made : values.spoiled(made);
  const args = Array.isArray(sent) ? sent : [sent];
  try {
    const reply: unknown = await line.timeout(PATIENCE_MS).emitWithAck(event, ...args);
    const refused = Refusal.safeParse(reply);
    return !(refused.success && refused.data.code === "FAULT");
  } catch {
    // A line that ends while it is asked ended its session: the next one is dialled.
    return line.connected ? undefined : true;
  }
}

async function request(
  url: string,
  { method, path, params, query, body, isForm, access }: Endpoint,
  headers: Readonly<Record<string, string>>,
  { values, chance, ids }: { values: Values; chance: Chance; ids: SeenIds },
): Promise<{ isGood: boolean | undefined; isOver: boolean }> {
  const isSpoiled = ENDS_ALL.test(path) || chance.below(3) > 0;
  const spoil = (made: unknown) => (isSpoiled && chance.below(2) === 0 ? values.spoiled(made) : made);
  const places = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(spoil(values.of(shapeOf(params), kindIn(path, access))));
  const asked = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(spoil(values.of(shapeOf(query))));
  const address = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === "product" ? "bb" : encodeURIComponent(textOf(places[name])).slice(0, 4000) || "x",
    ),
    url,
  );
  for (const [key, value] of Object.entries(asked)) {
    if (value !== undefined) {
      address.searchParams.append(key, textOf(value).slice(0, 4000));
    }
  }
  const content =
    method === "GET" ? undefined : contentOf(spoil(values.of(shapeOf(body))), isForm === true, chance);
  try {
    const reply = await fetch(address, {
      method,
      headers: { ...headers, ...content?.headers },
      ...(content === undefined ? {} : { body: content.body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: "manual",
    });
    const text = await reply.text();
    if (reply.headers.get("content-type")?.includes("json")) {
      ids.add(JSON.parse(text), chance, kindIn(path, access));
    }
    return { isGood: reply.status < 500 || reply.status === 503, isOver: reply.status === 401 };
  } catch {
    return { isGood: undefined, isOver: false };
  }
}

/** What an operation's `{id}` is of: as its rule says, or by the word before it. */
function kindIn(path: string, access: Endpoint["access"]): string {
  const place = access.kind === "permission" && typeof access.place === "object" ? access.place : {};
  const named = Object.entries(place).find(([, name]) => name === "id")?.[0];
  return kindOf(named ?? /([\w-]+)\/\{id\}/.exec(path)?.[1] ?? "");
}

/** A text as an address or a form has it. */
const textOf = (value: unknown): string =>
  // Half a character has no bytes of its own: an address cannot hold it.
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).replace(/\p{Surrogate}/gu, "\ufffd");

/** What travels: as it should, as a form, cut off, or as something else. */
function contentOf(
  made: unknown,
  isForm: boolean,
  chance: Chance,
): { body: string | FormData; headers: Record<string, string> } {
  const json = JSON.stringify(made) ?? "";
  const how = chance.below(20);
  if (how === 0) {
    return {
      body: json.slice(0, chance.below(json.length + 1)),
      headers: { "content-type": "application/json" },
    };
  }
  if (how === 1) {
    return {
      body: json,
      headers: { "content-type": chance.oneOf(["text/plain", "application/xml", "image/png"]) },
    };
  }
  if (!isForm) {
    return { body: json, headers: { "content-type": "application/json" } };
  }
  const form = new FormData();
  for (const [key, value] of Object.entries(typeof made === "object" && made !== null ? made : {})) {
    const isFile = typeof value === "object" && value !== null;
    form.append(key, isFile ? new Blob([PICTURES[chance.below(PICTURES.length)] ?? ""]) : textOf(value));
  }
  return { body: form, headers: {} };
}

/** Bytes that say they are pictures, and are none or nearly. */
const PICTURES: readonly Uint8Array<ArrayBuffer>[] = [
  new Uint8Array(),
  new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
  new Uint8Array(3000).fill(0x41),
];
