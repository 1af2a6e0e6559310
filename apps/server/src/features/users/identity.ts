import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import {
  buildingOfOwnPerson,
  buildingOfPerson,
  findByCedula,
  keepIdentity,
  lockUser,
} from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { describeOne } from "./user-details.service.ts";

/**
 * Keeps somebody's face and both sides of their document: they are verified. Older pictures go with the
 * next sweep.
 * @throws {Refused} USER_NOT_FOUND; PICTURE_NOT_VALID, naming the field
 */
export async function verifyIdentity(
  services: Services,
  actor: Actor,
  form: { cedula: string; photo: Blob; cedulaFrontal: Blob; cedulaPosterior: Blob },
): Promise<{ user: UserDetail }> {
  const found = await findByCedula(services.db, form.cedula);
  if (!found) {
    throw new Refused("USER_NOT_FOUND");
  }
  await buildingOfPerson(services, services.db, actor, found.id);
  const face = await readPicture(form.photo, "photo");
  const front = await readPicture(form.cedulaFrontal, "cedulaFrontal");
  const back = await readPicture(form.cedulaPosterior, "cedulaPosterior");
  const at = services.clock.now();
  const user = await withPictures(services, async (trx, keep) => {
    if (!(await lockUser(trx, found.id))) {
      throw new Refused("USER_NOT_FOUND");
    }
    const buildingId = await buildingOfOwnPerson(services, trx, actor, found.id);
    await keepIdentity(trx, {
      userId: found.id,
      photo: await keep("profile", face.bytes),
      front: await keep("document", front.bytes),
      back: await keep("document", back.bytes),
      by: actor.id,
      at,
    });
    await writeAuditLine(trx, {
      buildingId,
      actorId: actor.id,
      action: "users.verified",
      subjectId: found.id,
      detail: {},
      at,
    });
    return describeOne(services, trx, actor, found.id);
  });
  return { user };
}
