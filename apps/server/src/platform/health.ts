import { timingSafeEqual } from "node:crypto";
import { anybody, thisMachine } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Server } from "socket.io";
import { cameDirectlyFromThisMachine } from "./address.ts";
import type { BackupSchedule, BackupState } from "./backup/backup-schedule.ts";
import { type Figure, registerFigures } from "./figures.ts";
import { ClockIsWrong, hindranceOf, Readiness, StoreWatch } from "./readiness.ts";
import { Refused } from "./refused.ts";

/** `/healthz`, `/readyz` and `/metrics`, for whoever runs the house. */
export function healthRoutes(
  http: FastifyInstance,
  io: Server,
  more: { isReady: () => boolean; backups: Pick<BackupSchedule, "state">; figures: readonly Figure[] },
): void {
  const { env, log, bus } = http.services;

  http.get("/healthz", { config: { access: anybody } }, async () => ({ ok: true }));

  const readiness = new Readiness(http.services);
  const store = new StoreWatch(http.services);
  let looking: Promise<[BackupState, boolean | null]> | undefined;
  /** Anybody may ask, and as often as they like: all who ask meanwhile hear the one answer, for which the database is asked once. */
  const look = (): Promise<[BackupState, boolean | null]> => {
    looking ??= Promise.all([readiness.check().then(() => more.backups.state()), store.isAway()]).finally(
      () => {
        looking = undefined;
      },
    );
    return looking;
  };
  http.get("/readyz", { config: { access: anybody } }, async (_request, reply) => {
    let backup: BackupState;
    let isStoreAway: boolean | null;
    try {
      [backup, isStoreAway] = await look();
    } catch (error) {
      if (error instanceof ClockIsWrong) {
        log.error({ behindMs: error.behindMs }, `not ready: ${error.message}`);
      } else {
        log.error({ err: error }, "not ready");
      }
      return reply.code(503).send({ ok: false, because: hindranceOf(error) });
    }
    // Somebody has to know that backups fail, that other processes are not heard or that no picture can be kept; a server is
    // ready all the same.
    return more.isReady()
      ? {
          ok: true,
          backup,
          ...(bus && { others: bus.isAway ? "away" : "heard" }),
          ...(isStoreAway !== null && { files: isStoreAway ? "away" : "kept" }),
        }
      : reply.code(503).send({ ok: false, because: "starting" });
  });

  const registry = new Registry();
  let isMeasured = false;
  // From the first question on: to know how long the event loop hangs wakes the process a hundred times a second.
  const measure = (): void => {
    if (!isMeasured) {
      isMeasured = true;
      collectDefaultMetrics({ register: registry, prefix: "umbral_" });
    }
  };
  new Gauge({
    name: "umbral_sockets",
    help: "Connected sockets, people and controllers",
    registers: [registry],
    collect() {
      this.set(io.engine.clientsCount);
    },
  });
  new Gauge({
    name: "umbral_backup_age_seconds",
    help: "Age of the last backup; absent where there is none",
    registers: [registry],
    async collect() {
      const backup = await more.backups.state();
      if (backup.state !== "off" && backup.ageSeconds !== null) {
        this.set(backup.ageSeconds);
      } else {
        this.remove();
      }
    },
  });
  new Gauge({
    name: "umbral_backup_failing",
    help: "1 while the last backup failed, is late or was never made although one is to be",
    registers: [registry],
    async collect() {
      const { state } = await more.backups.state();
      this.set(state === "off" || state === "ok" ? 0 : 1);
    },
  });
  new Gauge({
    name: "umbral_redis_away",
    help: "1 while the other server processes of the installation are not heard; absent where there is one process",
    registers: [registry],
    collect() {
      setUnless(this, bus?.isAway ?? null);
    },
  });
  new Gauge({
    name: "umbral_files_store_away",
    help: "1 while the object store takes no files; absent where they are on a disk",
    registers: [registry],
    async collect() {
      setUnless(this, await store.isAway());
    },
  });
  registerFigures(registry, more.figures);
  const durations = new Histogram({
    name: "umbral_http_seconds",
    help: "Time to answer, by route",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
    registers: [registry],
  });
  http.addHook("onResponse", (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });

  http.get("/metrics", { config: { access: thisMachine } }, async (request, reply) => {
    const { authorization } = request.headers;
    const isAllowed =
      env.metricsToken === undefined
        ? cameDirectlyFromThisMachine(request)
        : isSameText(authorization ?? "", `Bearer ${env.metricsToken}`);
    if (!isAllowed) {
      throw new Refused("NOT_FOUND");
    }
    measure();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function setUnless(gauge: Gauge, isSo: boolean | null): void {
  if (isSo === null) {
    gauge.remove();
  } else {
    gauge.set(isSo ? 1 : 0);
  }
}

function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
