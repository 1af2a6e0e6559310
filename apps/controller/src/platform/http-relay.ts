import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";

/**
 * Asks a relay on the building's network, once, on a connection of its own. A kept connection that turns out
 * to be dead makes HTTP clients send again, and then nobody knows whether it moved once or twice.
 * @param mayMove asked immediately before the request leaves; throws when it is too late
 */
export function askRelay(
  address: string,
  { mayMove, signal }: { mayMove?: () => void; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    mayMove?.();
    const url = new URL(address);
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const request = send(url, { agent: false, signal }, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        resolve();
      } else {
        reject(new Error(`the relay answered ${status}`));
      }
    });
    // The address may hold a password: only the kind of failure is told.
    request.on("error", (error) =>
      reject(new Error(`the relay cannot be reached: ${"code" in error ? error.code : error.name}`)),
    );
    request.end();
  });
}
