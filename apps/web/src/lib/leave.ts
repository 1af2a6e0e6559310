import type { Endpoint } from "@umbral/contract/lib/endpoint";
import { send } from "./call.ts";
import { session } from "./useSession.ts";

/** How long the server may take to end the session before the browser forgets it anyway. */
const GOODBYE_MS = 3000;

/**
 * Asks the server to end the session that runs, and forgets it here whatever comes back: whoever leaves must be able to, also
 * without a network. That of somebody who came meanwhile goes on.
 */
export async function leaveBy<E extends Endpoint>(method: E["method"], path: E["path"]): Promise<void> {
  const token = session.current()?.token;
  try {
    await send(method, path, { signal: AbortSignal.timeout(GOODBYE_MS) }, token);
  } catch {
    // The token stays only at the server, where it ends by itself.
  } finally {
    if (session.current()?.token === token) {
      session.end("sign-out");
    }
  }
}
