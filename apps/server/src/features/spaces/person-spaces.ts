import type { PrincipalSpace } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { type ExpressionWrapper, expressionBuilder, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../platform/tables.ts";
import { livingSpaces } from "./living-spaces.ts";

/*
 * What a query about people (one with the table `users`) may ask of each one's spaces.
 */

/** The living spaces of `users.id`, as the table of permissions asks for them. */
export const spacesOfPerson = (now: Date): RawBuilder<PrincipalSpace[]> => sql<PrincipalSpace[]>`(
  select coalesce(json_agg(json_build_object(
    'role', spaces.role,
    'buildingId', spaces.building_id,
    'apartmentId', spaces.apartment_id)), '[]')
  from ${livingSpaces(now)}
  where spaces.user_id = users.id)`;

const spacesOfUser = () =>
  expressionBuilder<Tables, "users">()
    .selectFrom("spaces")
    .select("spaces.id")
    .whereRef("spaces.user_id", "=", "users.id");

const exists = (spaces: ReturnType<typeof spacesOfUser>): ExpressionWrapper<Tables, "users", boolean> =>
  expressionBuilder<Tables, "users">().exists(spaces).$castTo<boolean>();

/** Did they ever have, ask for or lose a role that is none of these? */
export const everHadOther = (roles: readonly Role[]): ExpressionWrapper<Tables, "users", boolean> =>
  exists(spacesOfUser().where("spaces.role", "not in", roles));

/** Did somebody ever give them a role that is none of these? */
export const wasEverGivenOther = (roles: readonly Role[]): ExpressionWrapper<Tables, "users", boolean> =>
  exists(
    spacesOfUser()
      .where((eb) =>
        eb.or([
          eb("spaces.status", "=", "APPROVED"),
          eb.and([eb("spaces.status", "=", "ENDED"), eb("spaces.decided_at", "is not", null)]),
        ]),
      )
      .where("spaces.role", "not in", roles),
  );

/** Have, or had, they one of these roles in one of these buildings? */
export const everHadIn = (
  roles: readonly Role[],
  buildingIds: readonly string[],
): ExpressionWrapper<Tables, "users", boolean> =>
  exists(
    spacesOfUser()
      .where("spaces.role", "in", roles)
      .where("spaces.status", "in", ["APPROVED", "ENDED"])
      .where("spaces.building_id", "in", buildingIds),
  );
