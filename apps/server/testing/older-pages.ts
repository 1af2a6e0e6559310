import { z } from "zod";

/** What is compared of a JSON schema. */
const Schema = z.looseObject({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

/** Of an array's rest, 'nothing more' is a schema of one word. */
const read = (schema: unknown) => Schema.parse(typeof schema === "boolean" ? {} : schema);

const Content = z.record(z.string(), z.object({ schema: z.unknown() }));
const Operation = z.object({
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), schema: z.unknown() })),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.object({ 200: z.object({ content: Content }) }),
});
const Contract = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/**
 * What a page or program of the older contract would miss at a server of the newer one: requests that are gone or not taken
 * as it sends them, and answers without what it reads. A page that stands open asks so until it is loaded anew.
 * @param older,newer OpenAPI documents as servers give them
 */
export function missedByOlder(older: unknown, newer: unknown): string[] {
  const now = Contract.parse(newer).paths;
  return Object.entries(Contract.parse(older).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const where = `${method.toUpperCase()} ${path}`;
      const after = now[path]?.[method];
      return after === undefined ? [`${where} is gone`] : missedOf(where, before, after);
    }),
  );
}

function missedOf(where: string, before: z.infer<typeof Operation>, after: z.infer<typeof Operation>) {
  const asked = (operation: z.infer<typeof Operation>) => ({
    type: "object",
    properties: Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema])),
    required: operation.parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  });
  const bodies = [before, after].map(({ requestBody }) => bodyOf(requestBody?.content));
  return [
    ...notTaken(where, asked(before), asked(after)),
    ...notTaken(`${where} body`, bodies[0], bodies[1]),
    ...notTold(`${where} reply`, bodyOf(before.responses[200].content), bodyOf(after.responses[200].content)),
  ];
}

const bodyOf = (content: z.infer<typeof Content> | undefined): unknown =>
  Object.values(content ?? {})[0]?.schema ?? {};

/** What may be sent by the older schema and is refused by the newer one. */
export function notTaken(where: string, before: unknown, after: unknown): string[] {
  const [old, now] = [read(before), read(after)];
  return [
    ...now.required
      .filter((name) => !old.required.includes(name))
      .map((name) => `${where}.${name} is asked for`),
    ...(now.additionalProperties === false ? Object.keys(old.properties) : [])
      .filter((name) => !(name in now.properties))
      .map((name) => `${where}.${name} is not taken`),
    ...beyond(old, now).map((value) => `${where} does not take ${value}`),
    ...within(where, old, now, notTaken),
  ];
}

/** What is read by the older schema and the newer one does not promise. */
export function notTold(where: string, before: unknown, after: unknown): string[] {
  const [old, now] = [read(before), read(after)];
  return [
    ...old.required
      .filter((name) => !now.required.includes(name))
      .map((name) => `${where}.${name} is not told`),
    ...beyond(now, old).map((value) => `${where} may be ${value}`),
    ...within(where, old, now, notTold),
  ];
}

/** Values, kinds and alternatives of one schema that another one has not. */
function beyond(one: z.infer<typeof Schema>, other: z.infer<typeof Schema>): string[] {
  const values = valuesOf(other);
  const kinds = kindsOf(other);
  const [ways, otherWays] = [waysOf(one).length, waysOf(other).length];
  return [
    ...(values === undefined
      ? []
      : (valuesOf(one) ?? ["anything"]).filter((value) => !values.includes(value))),
    ...(kinds.length === 0 ? [] : kindsOf(one).filter((kind) => !kinds.includes(kind))),
    ...(otherWays > 0 && ways > otherWays ? ["something else"] : []),
  ];
}

const valuesOf = ({ enum: values, const: value }: z.infer<typeof Schema>): string[] | undefined =>
  (values ?? (value === undefined ? undefined : [value]))?.map((each) => JSON.stringify(each));
/** Also those of its alternatives. */
function kindsOf(schema: z.infer<typeof Schema>): string[] {
  const own = Array.isArray(schema.type) ? schema.type : [schema.type];
  const ofWays = waysOf(schema).flatMap((way) => kindsOf(read(way)));
  return [...new Set([...own.filter((kind) => typeof kind === "string"), ...ofWays])];
}

const waysOf = ({ anyOf, oneOf }: z.infer<typeof Schema>): unknown[] => anyOf ?? oneOf ?? [];

function within(
  where: string,
  old: z.infer<typeof Schema>,
  now: z.infer<typeof Schema>,
  compare: (where: string, before: unknown, after: unknown) => string[],
): string[] {
  return [
    ...Object.entries(old.properties).flatMap(([name, before]) =>
      name in now.properties ? compare(`${where}.${name}`, before, now.properties[name]) : [],
    ),
    ...(old.items === undefined || now.items === undefined
      ? []
      : compare(`${where}[]`, old.items, now.items)),
    // Alternatives keep their order; those of one side alone are said above.
    ...waysOf(old).flatMap((before, at) => {
      const after = waysOf(now)[at];
      return after === undefined ? [] : compare(`${where}|${at}`, before, after);
    }),
  ];
}
