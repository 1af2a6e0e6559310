import type { FastifyInstance, FastifyReply } from "fastify";
import type { Logger } from "pino";
import { isDatabaseAway, isUnstorable } from "./database.ts";
import { FaultLog } from "./fault-log.ts";
import { FilesAway, isDiskRefusal } from "./files.ts";
import { isOfWhatIsGone } from "./overtaken.ts";
import { RefusalThrottle } from "./refusal-throttle.ts";
import { Refused } from "./refused.ts";

/** Every error leaves as a refusal of the contract: a word, a sentence, and nothing of what went wrong inside. */
export function answerErrors(http: FastifyInstance, log: Pick<Logger, "error" | "warn">): void {
  const faults = new FaultLog(log, "request failed");
  const throttle = new RefusalThrottle();
  http.addHook("onClose", async () => faults.stop());
  http.setErrorHandler(async (error, request, reply) => {
    const refused = refusalOf(error);
    if ((refused.statusCode >= 500 || isOfWhatIsGone(error)) && !isHangUp(error, reply)) {
      faults.note(`${request.method} ${request.routeOptions.url ?? "no route"}`, error);
    }
    if (refused.statusCode === 429) {
      await throttle.hold(request);
    }
    if (refused.retryAfter !== undefined) {
      reply.header("retry-after", refused.retryAfter);
    }
    return reply.code(refused.statusCode).send(refused.body());
  });
  http.setNotFoundHandler((_request, reply) => reply.code(404).send(new Refused("NOT_FOUND").body()));
}

/** Did a file break off because its reader hung up before the first byte of it? */
const isHangUp = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) {
    return error;
  }
  if (error instanceof FilesAway) {
    return new Refused("FILES_AWAY");
  }
  if (isDatabaseAway(error) || isDiskRefusal(error)) {
    return new Refused("UNAVAILABLE");
  }
  if (isUnstorable(error)) {
    return new Refused("BAD_REQUEST");
  }
  if (isOfWhatIsGone(error)) {
    return new Refused("NOT_FOUND");
  }
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) {
    return new Refused("TOO_LARGE");
  }
  return new Refused(typeof status === "number" && status >= 400 && status < 500 ? "BAD_REQUEST" : "FAULT");
}
