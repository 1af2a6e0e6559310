import type { Services } from "./context.ts";
import type { Db, Trx } from "./database.ts";

type Kind = "profile" | "plan" | "opening" | "visitor" | "document";

/** Keeps a picture: bytes in the store first, then its row, so that a row never points at nothing. */
export async function keepPicture(
  services: Pick<Services, "files" | "newId">,
  trx: Trx,
  kind: Kind,
  bytes: Uint8Array,
  mediaType: "image/jpeg" | "image/webp" | "image/png" = "image/jpeg",
): Promise<string> {
  const id = services.newId();
  await services.files.put(id, bytes);
  await trx
    .insertInto("files")
    .values({ id, kind, media_type: mediaType, bytes: bytes.byteLength })
    .execute();
  return id;
}

export function findPicture(db: Db, id: string) {
  return db.selectFrom("files").select(["id", "kind", "media_type"]).where("id", "=", id).executeTakeFirst();
}
