import { z } from "zod";
import type { Env } from "../../platform/env.ts";
import {
  type Delivery,
  deliveryOfError,
  deliveryOfStatus,
  saidIn,
  TELEPHONE_TIMEOUT_MS,
  type Telephone,
} from "./providers.ts";

const Made = z.object({ sid: z.string().max(64) });
const Failed = z.object({ code: z.number() });
/** Why a phone call cannot be ended: it is not in progress, or no longer known. */
const OVER: readonly string[] = ["status 400, code 21220", "status 404, code 20404"];
/** A request that ended so never left. */
const NOT_ASKED: readonly string[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Phone calls and SMS through two requests of Twilio's REST interface. */
export class Twilio implements Telephone {
  readonly #account: NonNullable<Env["twilio"]>;
  readonly #timeoutMs: number;

  constructor(account: NonNullable<Env["twilio"]>, timeoutMs = TELEPHONE_TIMEOUT_MS) {
    this.#account = account;
    this.#timeoutMs = timeoutMs;
  }

  call(to: string, instructionsUrl: string, ringSeconds: number): Promise<Delivery> {
    const form = {
      To: to,
      From: this.#account.from,
      Url: instructionsUrl,
      Method: "POST",
      Timeout: String(ringSeconds),
    };
    return this.#post("Calls", form, deliveryOfUnansweredCall);
  }

  sms(to: string, text: string): Promise<Delivery> {
    return this.#post("Messages", { To: to, From: this.#account.from, Body: text });
  }

  async hangUp(providerId: string): Promise<Delivery> {
    const hungUp = await this.#post(`Calls/${encodeURIComponent(providerId)}`, { Status: "completed" });
    // It rings no more: that is all that was asked.
    return hungUp.kind === "refused" && OVER.includes(hungUp.reason) ? { kind: "gone" } : hungUp;
  }

  /** @param unanswered what a request says that got no answer */
  async #post(
    what: string,
    form: Record<string, string>,
    unanswered: (error: unknown) => Delivery = deliveryOfError,
  ): Promise<Delivery> {
    const { apiUrl, accountSid, authToken } = this.#account;
    try {
      const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/${what}.json`, {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
          accept: "application/json",
        },
        body: new URLSearchParams(form),
        // The account's token must not follow anybody elsewhere.
        redirect: "error",
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const said = await saidIn(response);
      if (!response.ok) {
        const failed = Failed.safeParse(said);
        return deliveryOfStatus(response.status, failed.success ? `code ${failed.data.code}` : "");
      }
      const made = Made.safeParse(said);
      // It was taken all the same: a second try would ring twice.
      return { kind: "accepted", providerId: made.success ? made.data.sid : null };
    } catch (error) {
      return unanswered(error);
    }
  }
}

/** The telephone may be ringing by it: a second request would ring it twice. */
function deliveryOfUnansweredCall(error: unknown): Delivery {
  const away = deliveryOfError(error);
  return NOT_ASKED.includes(away.reason) ? away : { kind: "unsure", reason: away.reason };
}
