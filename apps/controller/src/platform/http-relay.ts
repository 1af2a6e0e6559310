import { readAnswer, requestOnce } from "./device-request.ts";

/** The device answered something else than yes. */
export class RelayRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the relay answered ${status}`);
    this.status = status;
  }
}

/**
 * Asks a relay on the building's network, once, on a connection of its own. A kept connection that turns out
 * to be dead makes HTTP clients send again, and then nobody knows whether it moved once or twice.
 * @param mayMove asked immediately before a request leaves; throws when it is too late
 */
export async function askRelay(
  address: string,
  { mayMove, signal }: { mayMove?: () => void; signal: AbortSignal },
): Promise<void> {
  const response = await requestOnce(address, { beforeSending: mayMove, signal });
  response.resume();
  const status = response.statusCode ?? 0;
  if (status < 200 || status >= 300) {
    throw new RelayRefused(status);
  }
}

/** Reads what a device on the building's network says of itself, on a connection of its own. */
export async function readAddress(address: string, signal: AbortSignal): Promise<string> {
  const response = await requestOnce(address, { signal });
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`the device answered ${response.statusCode}`);
  }
  return readAnswer(response);
}
