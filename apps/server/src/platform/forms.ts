import multipart from "@fastify/multipart";
import { PICTURE_BYTES } from "@umbral/contract/lib/pictures";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { Refused } from "./refused.ts";

/** More of either than any form of the product has. */
const FILES = 6;
const FIELDS = 30;
/** Bytes of one text field. The contract's schema says less where it matters. */
const FIELD_BYTES = 4000;

/**
 * Adds a route whose body is `multipart/form-data`. It is read into an object of texts and files after
 * session and permission were decided, and is then parsed with the contract's schema as any other body.
 */
export function readForms(app: FastifyInstance, route: RouteOptions): void {
  // Apart: no other route of the product takes a form, and this one takes nothing else.
  app.register(async (apart) => {
    apart.removeAllContentTypeParsers();
    await apart.register(multipart, {
      limits: {
        fileSize: PICTURE_BYTES,
        files: FILES,
        fields: FIELDS,
        parts: FILES + FIELDS,
        fieldSize: FIELD_BYTES,
        fieldNameSize: 100,
      },
    });
    apart.route({
      ...route,
      preValidation: async (request) => {
        request.body = await formOf(request).catch(refuseBrokenForm);
      },
    });
  });
}

/** What the form's parser says of bytes that are no form is nobody's fault here. */
function refuseBrokenForm(error: unknown): never {
  const isKnown = error instanceof Refused || (error instanceof Error && "statusCode" in error);
  throw isKnown ? error : new Refused("BAD_REQUEST");
}

async function formOf(request: FastifyRequest): Promise<Record<string, string | File>> {
  if (!request.isMultipart()) {
    throw new Refused("BAD_REQUEST");
  }
  const form = new Map<string, string | File>();
  for await (const part of request.parts()) {
    const value =
      part.type === "file"
        ? new File([new Uint8Array(await part.toBuffer())], part.filename ?? "", { type: part.mimetype })
        : part.value;
    const isCut = part.type === "field" && part.valueTruncated;
    // Said twice, nobody knows which of the two is meant.
    if (isCut || form.has(part.fieldname) || !(typeof value === "string" || value instanceof File)) {
      throw new Refused("BAD_REQUEST");
    }
    form.set(part.fieldname, value);
  }
  return Object.fromEntries(form);
}
