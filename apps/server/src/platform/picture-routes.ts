import { whoHoldsTheAddress } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { UnreadablePicture } from "./files.ts";
import { findPicture } from "./pictures.queries.ts";
import { Refused } from "./refused.ts";

const Address = z.object({ token: z.string().max(400) });

/** Pictures, to whoever holds a short-lived address that the API handed out. */
export function pictureRoutes(http: FastifyInstance): void {
  const { addresses, files, db, log } = http.services;
  // One from before the key was lost, or moved by somebody: there is nothing to show.
  const readable = (id: string): Promise<Buffer | null> =>
    files.get(id).catch((error: unknown) => {
      if (error instanceof UnreadablePicture) {
        log.warn({ file: id }, "a picture that this key does not open");
        return null;
      }
      throw error;
    });
  http.get<{ Params: { id: string } }>(
    "/api/files/:id",
    { config: { access: whoHoldsTheAddress } },
    async (request, reply) => {
      const address = Address.safeParse(request.query);
      const { id } = request.params;
      if (!address.success || !(await addresses.isValid(id, address.data.token))) {
        throw new Refused("NOT_FOUND");
      }
      const picture = await findPicture(db, id);
      const bytes = picture ? await readable(id) : null;
      if (!picture || !bytes) {
        throw new Refused("NOT_FOUND");
      }
      return reply
        .type(picture.media_type)
        .header("cache-control", "private, max-age=300")
        .header("content-disposition", "inline")
        .send(bytes);
    },
  );
}
