import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import { z } from "zod";

/** Writes a reply as JSON. */
type ReplyWriter = (reply: unknown) => string;

const compile = SerializerSelector()({});

/** Making those of the whole contract takes half a second of a processor, and a process may build its server several times. */
const writers = new WeakMap<z.ZodType, ReplyWriter>();

/** The writer of an endpoint's replies, made once in a process: what the endpoint's schema does not name does not leave. */
export function replyWriterOf({ method, path, reply }: Endpoint): ReplyWriter {
  const made = writers.get(reply);
  if (made !== undefined) {
    return made;
  }
  const schema = z.toJSONSchema(reply, {
    io: "output",
    target: "draft-7",
    override: ({ jsonSchema }) => {
      sayNullable(jsonSchema);
      for (const limit of limits) {
        delete jsonSchema[limit];
      }
    },
  });
  const writer = compile({ method, url: path, httpStatus: "200", schema });
  writers.set(reply, writer);
  return writer;
}

/**
 * What is answered was looked at when it came in. The writer asks only which of several things a value is, and a kind says that: an
 * address with `{seconds}` is one to us and none to the standard's `uri`, and no list may fail for it.
 */
const limits = [
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
] as const satisfies readonly (keyof z.core.JSONSchema.BaseSchema)[];

/**
 * One thing or null: a look. Of any other choice the writer validates one after the other until one fits, and what does not fit is
 * a fault; of what may be null it would for each date and id of a list.
 */
function sayNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [one, other, ...more] = schema.anyOf ?? [];
  if (typeof one?.type === "string" && other?.type === "null" && more.length === 0) {
    delete schema.anyOf;
    Object.assign(schema, one, { nullable: true });
  }
}
