import type { pushPublicKey, registerDevice } from "@umbral/contract/notifications/notifications.contract";
import { useSyncExternalStore } from "react";
import { call } from "../../lib/call.ts";
import { NoConnection } from "../../lib/failures.ts";
import { browserStore } from "../../lib/storage.ts";
import { session } from "../../lib/useSession.ts";
import { pushBrowser } from "./push-browser.ts";
import { createPushRegistration, type PushState } from "./push-registration.ts";

/** Bytes that the server takes (specification §9). */
const TOKEN_BODY_BYTES = 2000;

/** The registration of this browser. */
export const pushRegistration = createPushRegistration({
  browser: pushBrowser(),
  store: browserStore(),
  signedIn() {
    const current = session.current();
    return current?.user ? { personId: current.user.id, token: current.token } : null;
  },
  readKey: async () => (await call<typeof pushPublicKey>("GET", "/api/push/public-key")).publicKey,
  send: async (registrationToken) => {
    const body = { registrationToken };
    if (new TextEncoder().encode(JSON.stringify(body)).byteLength > TOKEN_BODY_BYTES) {
      throw new Error("this browser's subscription is longer than the server takes");
    }
    await call<typeof registerDevice>("POST", "/api/user/notifications/token", { body });
  },
  nowMs: () => Date.now(),
  onTrouble: (error) => {
    if (!(error instanceof NoConnection)) {
      // Logged only (§8): the console gets it, and who pressed the button sees the state.
      // biome-ignore lint/suspicious/noConsole: it is the log that the specification asks for
      console.warn("push registration", error);
    }
  },
});

/** How this browser stands with pushes; draws again when that changes. */
export function usePushState(): PushState {
  return useSyncExternalStore(pushRegistration.subscribe, pushRegistration.state);
}

/** Who leaves takes the registration of this browser along. Returns how to stop looking. */
export function leaveWithSession(): () => void {
  return session.subscribe(() => {
    if (session.current() === null) {
      void pushRegistration.leave();
    }
  });
}
