import type { Agent } from "node:http";
import { sendVideo } from "@umbral/contract/cameras/video.contract";
import { reportFacts, sendFrame } from "@umbral/contract/controllers/controller-facts.contract";
import { readClock } from "@umbral/contract/controllers/controllers.contract";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { Message } from "@umbral/contract/lib/message";
import type { Socket } from "socket.io-client";
import { z } from "zod";
import type { Chance } from "../../../../controller/testing/prove/random.ts";
import { csv } from "../../test-import.ts";
import { exchange, patience } from "./exchange.ts";
import type { Hearing } from "./lines.ts";
import type { Answer, Outcome } from "./outcome.ts";
import { kindOf, PICTURES, shapeOf } from "./values.ts";

/** Nothing may take longer than this. */
const PATIENCE_SECONDS = 20;
/** Ends what the others need: tried by its forms, and seldom as it should be. */
const ENDS_ALL = /\/auth\/logout|sign-out|\/sessions|\/erasure|\/deactivat|restart/i;
/** Ids are taken from answers up to this length. */
const LONGEST_READ = 30_000;
/** The server's own fault, whatever was asked. Other words with 5xx tell of a device, or of work that is being done. */
const FAULTS: ReadonlySet<string> = new Set(["FAULT", "FILES_AWAY"]);

/** Node's own answer, before there is a request: it has no words. */
const HEADERS_TOO_LARGE = 431;

/** Where a file is a sheet of people, and no picture. */
const SHEET_AT = /\/import$/;

/** Taken without a word. */
const UNANSWERED: ReadonlySet<string> = new Set([sendFrame.event, sendVideo.event]);

const Refusal = z.looseObject({ code: z.string() });
const Json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("is no JSON");
    return z.NEVER;
  }
});
const Fields = z.record(z.string(), z.unknown()).catch({});

/** The numbers of facts that a line has told. */
const nextFacts = new WeakMap<Socket, number>();
const Facts = z.looseObject({ facts: z.array(z.looseObject({ seq: z.number() })) });
const Acknowledged = z.looseObject({ acknowledged: z.number().int() });

/** Sends one message that was made by its schema, or spoiled. */
export async function send(
  line: Socket,
  { event, payload }: Message,
  { values, chance }: Hearing,
): Promise<Answer> {
  const made = values.of(shapeOf(payload));
  const shaped = chance.below(4) < 2 ? made : values.spoiled(made);
  const sent = event === reportFacts.event ? numbered(line, shaped, chance) : shaped;
  const args = Array.isArray(sent) ? sent : [sent];
  try {
    const reply = await (UNANSWERED.has(event) ? tell(line, event, args) : acknowledged(line, event, args));
    const told = Acknowledged.safeParse(reply);
    if (told.success) {
      nextFacts.set(line, told.data.acknowledged + 1);
    }
    const code = Refusal.safeParse(reply).data?.code;
    return code === undefined ? { outcome: "done" } : { outcome: outcomeOf(code, undefined), code };
  } catch {
    // A line that ends while it is asked ended its session: the next one is dialled.
    return { outcome: line.connected ? "silent" : "refused" };
  }
}

/** Sends what is taken without a word. A question after it is answered where the line goes on, and a refusal comes before that. */
async function tell(line: Socket, event: string, args: readonly unknown[]): Promise<unknown> {
  let refusal: unknown;
  const hear = (told: { event: string }) => {
    refusal = told.event === event ? told : refusal;
  };
  line.on("message:error", hear);
  line.emit(event, ...args);
  try {
    const reply = await acknowledged(line, readClock.event, [{}]);
    return refusal ?? reply;
  } finally {
    line.off("message:error", hear);
  }
}

/** @throws where nothing was acknowledged, or the line ended before */
function acknowledged(line: Socket, event: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      end();
      line.off("disconnect", giveUp);
      how();
    };
    const giveUp = () => settle(() => reject(new Error("no answer")));
    const end = patience(PATIENCE_SECONDS, giveUp);
    line.once("disconnect", giveUp);
    if (line.connected) {
      line.emitWithAck(event, ...args).then((reply) => settle(() => resolve(reply)), giveUp);
    } else {
      giveUp();
    }
  });
}

/** Facts with the numbers that are next, most often: what was told before is not looked at. */
function numbered(line: Socket, sent: unknown, chance: Chance): unknown {
  const facts = Facts.safeParse(sent);
  if (!facts.success || chance.below(5) === 0) {
    return sent;
  }
  const next = nextFacts.get(line) ?? 1;
  return { ...facts.data, facts: facts.data.facts.map((fact, place) => ({ ...fact, seq: next + place })) };
}

/** Sends one request that was made by its endpoint's schemas, or spoiled. */
export async function ask(
  url: string,
  agent: Agent,
  { method, path, params, query, body, isForm, access }: Endpoint,
  headers: Readonly<Record<string, string>>,
  { values, chance, ids }: Hearing,
): Promise<Answer & { isOver: boolean }> {
  const isSpoiled = (ENDS_ALL.test(path) && chance.below(6) > 0) || chance.below(2) === 0;
  const spoil = (made: unknown) => (isSpoiled && chance.below(2) === 0 ? values.spoiled(made) : made);
  const places = Fields.parse(spoil(values.of(shapeOf(params), kindIn(path, access))));
  const asked = Fields.parse(spoil(values.of(shapeOf(query))));
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
  // What takes nothing is most often sent nothing.
  const isBare = method === "GET" || (chance.below(10) > 0 && body.safeParse(undefined).success);
  const content = isBare
    ? undefined
    : await contentOf(spoil(values.of(shapeOf(body))), isForm === true, SHEET_AT.test(path), chance);
  const reply = await exchange(
    agent,
    { method, address, headers: { ...headers, ...content?.headers }, body: content?.body },
    PATIENCE_SECONDS,
  );
  if (reply === undefined) {
    return { outcome: "silent", isOver: false };
  }
  const isOver = reply.status === 401;
  if (reply.status === HEADERS_TOO_LARGE) {
    return { outcome: "refused", isOver };
  }
  const isRead = reply.type.includes("json") && reply.text.length < LONGEST_READ;
  const said = isRead ? Json.safeParse(reply.text) : undefined;
  if (reply.status >= 400) {
    const code = Refusal.safeParse(said?.data).data?.code;
    return withWords({ outcome: outcomeOf(code, reply.status), code, isOver }, reply);
  }
  ids.add(said?.data, chance, kindIn(path, access));
  return withWords({ outcome: said?.success === false ? "fault" : "done", isOver }, reply);
}

const WORDS_OF_A_FAULT = 300;

/** A fault, with the beginning of what was answered. */
const withWords = <Of extends Answer>(answer: Of, { status, text }: { status: number; text: string }): Of =>
  answer.outcome === "fault" ? { ...answer, said: `${status} ${text.slice(0, WORDS_OF_A_FAULT)}` } : answer;

/** @param status of a request; a message's refusal has none */
function outcomeOf(code: string | undefined, status: number | undefined): Outcome {
  if (code === "UNAVAILABLE") {
    return "unavailable";
  }
  if (code === undefined || FAULTS.has(code) || status === 500) {
    return "fault";
  }
  if (code === "TOO_OFTEN" || status === 429) {
    return "held";
  }
  return status !== undefined && status > 500 ? "away" : "refused";
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

interface Content {
  body: Buffer;
  headers: Record<string, string>;
}

const text = (type: string, words: string): Content => ({
  body: Buffer.from(words),
  headers: { "content-type": type },
});

/** What travels: as it should, as a form, cut off, or as something else. */
async function contentOf(made: unknown, isForm: boolean, isSheet: boolean, chance: Chance): Promise<Content> {
  const how = chance.below(20);
  if (isForm && how > 1) {
    return formOf(made, isSheet && chance.below(5) > 0 ? sheet(chance) : undefined, chance);
  }
  const json = JSON.stringify(made) ?? "";
  if (how === 0) {
    return text("application/json", json.slice(0, chance.below(json.length + 1)));
  }
  return text(
    how === 1 ? chance.oneOf(["text/plain", "application/xml", "image/png"]) : "application/json",
    json,
  );
}

/** A sheet of people to import, whole or with a line that cannot be. */
function sheet(chance: Chance): Buffer {
  const home = ["A", "1", `A-10${chance.below(4)}`];
  const name = chance.oneOf(["Ana Gómez", "Ñandú;Pérez", "=1+1", ""]);
  const cedula = String(61_000_000 + chance.below(1e6));
  const mail = `a${chance.below(1000)}@correo.example`;
  const role = chance.oneOf(["Residente", "Portería", "Nadie"]);
  return csv([...home, name, cedula, "", "", mail, role, "", "", ""]);
}

/** @param file instead of the one that was made */
async function formOf(made: unknown, file: Buffer | undefined, chance: Chance): Promise<Content> {
  const form = new FormData();
  for (const [key, value] of Object.entries(typeof made === "object" && made !== null ? made : {})) {
    const isFile = typeof value === "object" && value !== null;
    const bytes = file ?? (Buffer.isBuffer(value) ? value : chance.oneOf(PICTURES));
    form.append(key, isFile ? new Blob([new Uint8Array(bytes)]) : textOf(value));
  }
  const packed = new Response(form);
  const body = Buffer.from(await packed.arrayBuffer());
  return { body, headers: { "content-type": packed.headers.get("content-type") ?? "" } };
}
