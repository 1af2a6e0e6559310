import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";
import { type Answer, type Answering, startStandIn } from "./stand-in.ts";
import type { TestServer } from "./test-server.ts";

/** What Firebase says to a push that it takes. */
export const takesPush = (): Answer => ({ status: 200, body: { name: "m1" } });

/** Firebase Cloud Messaging in the test's hands, and the configuration that names it. */
export async function startFirebase() {
  let answer: Answering = takesPush;
  const google = await startStandIn((request) =>
    request.path === "/token"
      ? { status: 200, body: { access_token: "acc3ss", expires_in: 3600 } }
      : answer(request),
  );
  const folder = await mkdtemp(join(tmpdir(), "umbral-fcm-"));
  const serviceAccount = join(folder, "account.json");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(
    serviceAccount,
    JSON.stringify({
      project_id: "umbral-test",
      client_email: "push@umbral-test.example",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
      token_uri: `${google.url}/token`,
    }),
  );
  return {
    variables: { FCM_SERVICE_ACCOUNT_FILE: serviceAccount, FCM_API_URL: google.url },
    /** How pushes are answered from now on. */
    answerWith(next: Answering) {
      answer = next;
    },
    /** What this device was sent, in order. */
    pushesTo: (token: string): { data: PushPayload; android: { ttl: string } }[] =>
      google.requests.flatMap(({ path, body }) => {
        const { message } = path === "/token" ? { message: undefined } : JSON.parse(String(body));
        return message?.token === token ? [message] : [];
      }),
    async close() {
      await google.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Registers a device of this person's session for pushes. */
export function registerDevice(
  server: TestServer,
  person: { headers: Record<string, string> },
  registrationToken: string,
) {
  return server.app.http.inject({
    method: "POST",
    url: "/api/user/notifications/token",
    headers: person.headers,
    payload: { registrationToken },
  });
}
