import {
  changeNoticeRule,
  decideArrivals,
  readHomeNotices,
  watchArrivals,
} from "@umbral/contract/notice-rules/notice-rules.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import {
  changeNoticeRuleOf,
  decideArrivalsOf,
  readHomeNoticesOf,
  watchArrivalsOf,
} from "./home-notices.service.ts";

export function noticeRulesRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, readHomeNotices, ({ actor, params }) => readHomeNoticesOf(services, actor, params.apartmentId));
  route(app, changeNoticeRule, ({ actor, params, body }) =>
    changeNoticeRuleOf(services, actor, params.apartmentId, body),
  );
  route(app, watchArrivals, ({ actor, params, body }) =>
    watchArrivalsOf(services, actor, { ...params, ...body }),
  );
  route(app, decideArrivals, ({ actor, params, body }) =>
    decideArrivalsOf(services, actor, { ...params, ...body }),
  );
}
