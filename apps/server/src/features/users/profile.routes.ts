import {
  changeEmail,
  changePhone,
  changePhoto,
  confirmEmail,
  pendingEmail,
} from "@umbral/contract/users/profile.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import {
  askForEmail,
  changeOwnPhone,
  changeOwnPhoto,
  confirmOwnEmail,
  refuseManyPhotos,
  waitingEmail,
} from "./profile.service.ts";

export function profileRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(
    app,
    changePhoto,
    ({ actor, body }) => changeOwnPhoto(services, actor, body.photo),
    (actor) => refuseManyPhotos(services, actor),
  );
  route(app, changePhone, ({ actor, body }) => changeOwnPhone(services, actor, body));
  route(app, pendingEmail, ({ actor }) => waitingEmail(services, actor));
  route(app, changeEmail, ({ actor, body }) => askForEmail(services, actor, body));
  route(app, confirmEmail, ({ actor, body }) => confirmOwnEmail(services, actor, body.token));
}
