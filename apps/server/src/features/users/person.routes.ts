import { endSessionOfPerson, readPerson } from "@umbral/contract/users/person.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { endSessionOf } from "./ending-session.ts";
import { readPersonFor } from "./person.service.ts";

export function personRoutes(app: FastifyInstance): void {
  route(app, readPerson, ({ actor, params }) => readPersonFor(app.services, actor, params.id));
  route(app, endSessionOfPerson, ({ actor, params: { id: userId, sessionId } }) =>
    endSessionOf(app.services, actor, { userId, sessionId }),
  );
}
