import { expect, it } from "vitest";
import { missedByOlder } from "./older-pages.ts";

const text = { type: "string" };
const object = (properties: object, required: string[] = Object.keys(properties), more = {}) => ({
  type: "object",
  properties,
  required,
  ...more,
});
/** A contract of one request, which takes and gives this. */
const contract = (body: object, reply: object, parameters: object[] = []) => ({
  paths: {
    "/api/notes": {
      post: {
        parameters,
        requestBody: { content: { "application/json": { schema: body } } },
        responses: { 200: { content: { "application/json": { schema: reply } } } },
      },
    },
  },
});
const strict = { additionalProperties: false };
const noted = object({
  id: text,
  state: { type: "string", enum: ["new", "read"] },
  lines: { type: "array", items: text },
});
const before = contract(object({ text, kind: { enum: ["a", "b"] } }, ["text"], strict), noted);

it("an older page goes on at a server that takes more and tells more", () => {
  const body = object({ text, note: text, kind: { enum: ["a", "b", "c"] } }, ["text"], strict);
  const reply = object({ ...noted.properties, at: text });
  expect(missedByOlder(before, before)).toEqual([]);
  expect(
    missedByOlder(before, contract(body, reply, [{ name: "page", required: false, schema: text }])),
  ).toEqual([]);
});

it.each([
  ["a request that is gone", { paths: {} }, "POST /api/notes is gone"],
  [
    "a field that is asked for",
    contract(object({ text, note: text, kind: {} }, ["text", "note"], strict), noted),
    "POST /api/notes body.note is asked for",
  ],
  [
    "a field that is refused",
    contract(object({ text }, ["text"], strict), noted),
    "POST /api/notes body.kind is not taken",
  ],
  [
    "a word that is refused",
    contract(object({ text, kind: { enum: ["a"] } }, ["text"], strict), noted),
    'POST /api/notes body.kind does not take "b"',
  ],
  [
    "a parameter that is asked for",
    contract(object({ text, kind: {} }, ["text"], strict), noted, [
      { name: "of", required: true, schema: text },
    ]),
    "POST /api/notes.of is asked for",
  ],
  [
    "an answer that lacks what is read",
    contract(object({ text, kind: {} }, ["text"], strict), object({ ...noted.properties }, ["id", "lines"])),
    "POST /api/notes reply.state is not told",
  ],
  [
    "an answer with a word that nobody knows",
    contract(
      object({ text, kind: {} }, ["text"], strict),
      object({ ...noted.properties, state: { type: "string", enum: ["new", "read", "lost"] } }),
    ),
    'POST /api/notes reply.state may be "lost"',
  ],
  [
    "an answer of another kind, deep within",
    contract(
      object({ text, kind: {} }, ["text"], strict),
      object({ ...noted.properties, lines: { type: "array", items: { type: "number" } } }),
    ),
    "POST /api/notes reply.lines[] may be number",
  ],
  [
    "an answer that may be null",
    contract(
      object({ text, kind: {} }, ["text"], strict),
      object({ ...noted.properties, id: { anyOf: [text, { type: "null" }] } }),
    ),
    "POST /api/notes reply.id may be null",
  ],
])("an older page misses %s", (_what, newer, said) => {
  expect(missedByOlder(before, newer)).toEqual([said]);
});
