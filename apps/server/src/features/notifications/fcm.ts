import { readFile } from "node:fs/promises";
import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";
import { type CryptoKey, importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { type Env, WrongEnvironment } from "../../platform/env.ts";
import {
  type Delivery,
  deliveryOfError,
  deliveryOfStatus,
  PROVIDER_TIMEOUT_MS,
  type Push,
  saidIn,
} from "./providers.ts";

const ServiceAccount = z.object({
  project_id: z.string().regex(/^[\w.:-]+$/),
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https?$/ }).default("https://oauth2.googleapis.com/token"),
});
type ServiceAccount = z.infer<typeof ServiceAccount>;

const Granted = z.object({ access_token: z.string(), expires_in: z.number() });
const Failed = z.object({
  error: z.object({ details: z.array(z.object({ errorCode: z.string().optional() })).optional() }),
});

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const ASSERTION_SECONDS = 3600;
/** A token is asked for anew when it has less than this left. */
const SPARE_MS = 60_000;

/**
 * Firebase Cloud Messaging, as the service account's file says.
 * @throws {WrongEnvironment} when the file is not one
 */
export async function openFcm(fcm: NonNullable<Env["fcm"]>, clock: Clock): Promise<Fcm> {
  try {
    const account = ServiceAccount.parse(JSON.parse(await readFile(fcm.serviceAccountFile, "utf8")));
    const key = await importPKCS8(account.private_key, "RS256");
    return new Fcm(account, key, fcm.apiUrl, clock);
  } catch (error) {
    // The reason may hold parts of the key.
    throw new WrongEnvironment(
      "FCM_SERVICE_ACCOUNT_FILE: debe ser el archivo JSON de una cuenta de servicio",
      {
        cause: error instanceof Error ? error.name : undefined,
      },
    );
  }
}

/** Pushes through FCM's HTTP v1 interface. */
export class Fcm implements Push {
  readonly #account: ServiceAccount;
  readonly #key: CryptoKey;
  readonly #apiUrl: string;
  readonly #clock: Clock;
  #granted: { token: string; until: number } | undefined;

  constructor(account: ServiceAccount, key: CryptoKey, apiUrl: string, clock: Clock) {
    this.#account = account;
    this.#key = key;
    this.#apiUrl = apiUrl;
    this.#clock = clock;
  }

  async send(token: string, payload: PushPayload, lifeSeconds: number): Promise<Delivery> {
    try {
      const access = await this.#accessToken();
      if (typeof access !== "string") {
        return access;
      }
      const response = await this.#post(
        `${this.#apiUrl}/v1/projects/${this.#account.project_id}/messages:send`,
        {
          "content-type": "application/json",
          authorization: `Bearer ${access}`,
        },
        JSON.stringify({
          message: {
            token,
            data: payload,
            android: { priority: "high", ttl: `${lifeSeconds}s` },
            webpush: { headers: { TTL: String(lifeSeconds), Urgency: "high" } },
          },
        }),
      );
      const reply = await saidIn(response);
      if (response.ok) {
        // It was taken all the same: a second try would ring twice.
        const name = z.object({ name: z.string().max(200) }).safeParse(reply);
        return { kind: "accepted", providerId: name.success ? name.data.name : null };
      }
      if (response.status === 401) {
        // The next try asks for a new one.
        this.#granted = undefined;
        return { kind: "away", reason: "access token not accepted" };
      }
      const failed = Failed.safeParse(reply);
      const codes = failed.success ? (failed.data.error.details ?? []) : [];
      return codes.some(({ errorCode }) => errorCode === "UNREGISTERED")
        ? { kind: "gone" }
        : deliveryOfStatus(response.status, "");
    } catch (error) {
      return deliveryOfError(error);
    }
  }

  /** OAuth 2.0 for service accounts: an assertion signed with its key is traded for a token. */
  async #accessToken(): Promise<string | Delivery> {
    const now = this.#clock.now().getTime();
    if (this.#granted && this.#granted.until - SPARE_MS > now) {
      return this.#granted.token;
    }
    const seconds = Math.floor(now / 1000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(this.#account.client_email)
      .setAudience(this.#account.token_uri)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign(this.#key);
    const response = await this.#post(
      this.#account.token_uri,
      { "content-type": "application/x-www-form-urlencoded" },
      new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion,
      }).toString(),
    );
    if (!response.ok) {
      return deliveryOfStatus(response.status, "no access token");
    }
    const granted = Granted.parse(await response.json());
    this.#granted = { token: granted.access_token, until: now + granted.expires_in * 1000 };
    return granted.access_token;
  }

  #post(url: string, headers: Record<string, string>, body: string): Promise<Response> {
    return fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
  }
}
