import multipart from "@fastify/multipart";
import { PICTURE_BYTES } from "@umbral/contract/lib/pictures";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { Refused } from "./refused.ts";
import { UploadWatch } from "./upload-watch.ts";

/** More text fields than any form of the product has. */
const FIELDS = 30;
/** Bytes of one text field. The contract's schema says less where it matters. */
const FIELD_BYTES = 4000;
/** Bytes of the lines between the parts, for each of them. */
const ENVELOPE_BYTES = 1000;

/** What one form may hold. */
export interface FormLimits {
  files: number;
  /** Bytes of all its text fields together. */
  textBytes: number;
}

/**
 * Adds a route whose body is `multipart/form-data`. It is read into an object of texts and files after
 * session and permission were decided, and is then parsed with the contract's schema as any other body.
 * A field left empty, and a file of no bytes, is what a browser sends for one that was not filled in.
 */
export function readForms(
  app: FastifyInstance,
  route: RouteOptions,
  { files, textBytes = FIELDS * FIELD_BYTES }: Partial<FormLimits> & Pick<FormLimits, "files">,
): void {
  const parts = files + FIELDS;
  const watch = new UploadWatch(files * PICTURE_BYTES + FIELDS * FIELD_BYTES + parts * ENVELOPE_BYTES);
  // Apart: no other route of the product takes a form, and this one takes nothing else.
  app.register(async (apart) => {
    apart.removeAllContentTypeParsers();
    await apart.register(multipart, {
      limits: {
        fileSize: PICTURE_BYTES,
        files,
        fields: FIELDS,
        parts,
        fieldSize: Math.min(FIELD_BYTES, textBytes),
        fieldNameSize: 100,
      },
    });
    apart.route({
      ...route,
      preValidation: async (request) => {
        request.body = await watch.during(request, () => formOf(request, textBytes)).catch(refuseBrokenForm);
      },
    });
  });
}

/** What the form's parser says of bytes that are no form is nobody's fault here. */
function refuseBrokenForm(error: unknown): never {
  const isKnown = error instanceof Refused || (error instanceof Error && "statusCode" in error);
  throw isKnown ? error : new Refused("BAD_REQUEST");
}

async function formOf(request: FastifyRequest, textBytes: number): Promise<Record<string, string | File>> {
  if (!request.isMultipart()) {
    throw new Refused("BAD_REQUEST");
  }
  const form = new Map<string, string | File | undefined>();
  let bytesOfText = 0;
  for await (const part of request.parts()) {
    const value =
      part.type === "file"
        ? new File([new Uint8Array(await part.toBuffer())], part.filename ?? "", { type: part.mimetype })
        : part.value;
    const isCut = part.type === "field" && part.valueTruncated;
    // Said twice, nobody knows which of the two is meant.
    if (form.has(part.fieldname) || !(typeof value === "string" || value instanceof File)) {
      throw new Refused("BAD_REQUEST");
    }
    bytesOfText += typeof value === "string" ? Buffer.byteLength(value) : 0;
    if (isCut || bytesOfText > textBytes) {
      throw new Refused("TOO_LARGE");
    }
    const isEmpty = typeof value === "string" ? value === "" : value.size === 0;
    form.set(part.fieldname, isEmpty ? undefined : value);
  }
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string | File] => entry[1] !== undefined),
  );
}
