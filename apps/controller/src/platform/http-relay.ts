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

/** Longer answers are not read to their end: a state is a few words. */
const ANSWER_BYTES = 64_000;

/** Reads what a device on the building's network says of itself, on a connection of its own. */
export function readAddress(address: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const fail = (error: Error) =>
      reject(new Error(`the device cannot be reached: ${"code" in error ? error.code : error.name}`));
    const request = send(url, { agent: false, signal }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("error", fail);
      response.on("data", (part: string) => {
        text += part;
        if (text.length > ANSWER_BYTES) {
          response.destroy();
          reject(new Error("the device says too much"));
        }
      });
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(text)
          : reject(new Error(`the device answered ${response.statusCode}`)),
      );
    });
    request.on("error", fail);
    request.end();
  });
}
