import type { IncomingMessage } from "node:http";
import {
  DeviceAway,
  type DigestMemory,
  letEnd,
  type Means,
  readAnswer,
  requestOnce,
} from "./device-request.ts";

/** The device answered something else than yes. */
export class RelayRefused extends Error {
  readonly status: number;

  constructor(status: number, why = `the relay answered ${status}`) {
    super(why);
    this.status = status;
  }
}

/**
 * Asks a relay on the building's network, once, on a connection of its own. A kept connection that turns out
 * to be dead makes HTTP clients send again, and then nobody knows whether it moved once or twice.
 * @param mayMove asked immediately before a request leaves; throws when it is too late
 * @param how method, body and the like, and the text that an answer must have to be a yes
 */
export async function askRelay(
  address: string,
  { mayMove, signal }: { mayMove?: () => void; signal: AbortSignal },
  how: Means & { okText?: string | undefined } = {},
  digests?: DigestMemory,
): Promise<void> {
  const response = await requestOnce(address, { beforeSending: mayMove, signal }, how, digests);
  const status = response.statusCode ?? 0;
  if (status < 200 || status >= 300) {
    letEnd(response);
    throw new RelayRefused(status);
  }
  if (how.okText === undefined) {
    letEnd(response);
  } else if (!(await readRelayAnswer(response)).includes(how.okText)) {
    throw new RelayRefused(status, "the relay's answer is no yes");
  }
}

/** What a relay said; it took the order, so that without its answer nobody knows what it did. */
const readRelayAnswer = (response: IncomingMessage): Promise<string> =>
  readAnswer(response).catch(() => {
    throw new DeviceAway("NO_WHOLE_ANSWER", true);
  });

/** The device answered a question with something else than its state. */
export class NotAnswered extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the device answered ${status}`);
    this.status = status;
  }
}

/** Reads what a device on the building's network says of itself, on a connection of its own. */
export async function readAddress(
  address: string,
  signal: AbortSignal,
  means?: Means,
  digests?: DigestMemory,
): Promise<string> {
  const response = await requestOnce(address, { signal }, means, digests);
  if (response.statusCode !== 200) {
    response.destroy();
    throw new NotAnswered(response.statusCode ?? 0);
  }
  return readAnswer(response);
}
