import { publicUrlOf } from "../src/platform/env.ts";
import { signatureFor } from "../src/platform/provider-signature.ts";
import { type HeardRequest, startStandIn } from "./stand-in.ts";
import type { TestServer } from "./test-server.ts";

const PUBLIC_URL = "https://umbral.example";
const TOKEN = "tw1lio-t0ken";

/** What the telephone provider says to a request that it takes. */
export const takesIt = ({ path }: HeardRequest) => ({
  status: 201,
  body: { sid: path.endsWith("/Calls.json") ? "CA1" : "SM1" },
});

/** A telephone provider in the test's hands, and the configuration that names it. */
export async function startTelephoneProvider() {
  const provider = await startStandIn(takesIt);
  return {
    ...provider,
    variables: {
      PUBLIC_URL,
      TWILIO_ACCOUNT_SID: "AC1",
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: "+576010000000",
      TWILIO_API_URL: provider.url,
    },
    /** Phone calls or SMS to this number. */
    heard: (what: "Calls" | "Messages", to: string): HeardRequest[] =>
      provider.requests.filter(({ path, form }) => path.endsWith(`/${what}.json`) && form["To"] === to),
  };
}

/** Posts what the provider posts when a phone call is picked up, or with `Digits` when a key is pressed. */
export function postAsProvider(
  app: TestServer["app"],
  callId: string,
  fields: Record<string, string> = {},
  forged: { token?: string; signature?: string; signedFields?: Record<string, string> } = {},
) {
  const path = `/api/call/${callId}/telephone${"Digits" in fields ? "/keys" : ""}`;
  const form = { CallSid: "CA1", CallStatus: "in-progress", ...fields };
  const signature =
    forged.signature ??
    signatureFor(
      forged.token ?? TOKEN,
      `${publicUrlOf(app.services.env)}${path}`,
      forged.signedFields ?? form,
    );
  return app.http.inject({
    method: "POST",
    url: path,
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      ...(signature === "" ? {} : { "x-twilio-signature": signature }),
    },
    payload: new URLSearchParams(form).toString(),
  });
}

let count = 0;

/** Gives a person a phone number of their own. */
export async function givePhone(server: TestServer, person: { id: string }): Promise<string> {
  count += 1;
  const phone = `+573${String(process.pid % 100_000).padStart(5, "0")}${String(count).padStart(4, "0")}`;
  await server.db.updateTable("users").set({ phone }).where("id", "=", person.id).execute();
  return phone;
}
