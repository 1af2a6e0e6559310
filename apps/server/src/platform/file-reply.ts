import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

const types = { csv: "text/csv; charset=utf-8", zip: "application/zip" } as const;

/**
 * Answers with a file that is kept by nobody on the way.
 * @param name what it is called, before the day of `at`
 */
export const sendFile = (
  reply: FastifyReply,
  { kind, name, at }: { kind: keyof typeof types; name: string; at: Date },
  content: Readable,
): FastifyReply =>
  reply
    .type(types[kind])
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}-${at.toISOString().slice(0, 10)}.${kind}"`)
    .send(content);
