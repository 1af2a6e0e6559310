import { connect as connectPlain, isIP } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { RelayTrialAnswer } from "@umbral/contract/controllers/controller-orders.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import type { Clock } from "../../platform/clock.ts";
import { takeLogin } from "../../platform/device-login.ts";
import {
  DeviceAway,
  fingerprintOf,
  get,
  isCertificateTrouble,
  OTHER_CERTIFICATE,
  requestOnce,
} from "../../platform/device-request.ts";
import { GpioPrograms, GpioTrouble } from "../../platform/gpio/programs.ts";
import { BoardLine } from "../boards/board-line.ts";
import { askStatus } from "../boards/packets.ts";
import { BoardTrouble } from "../boards/trouble.ts";

/**
 * Asks a relay's device for its own page, never at the address that moves it: relays take any request to that
 * address, of whatever method, for an order. So the way to it stays untried, and whoever asks is told so.
 */
export async function tryRelay(
  relay: RelayDriver,
  withinMs: number,
  clock: Clock,
): Promise<RelayTrialAnswer> {
  if (relay.kind === "simulated") {
    return { outcome: "reached", login: "not-asked" };
  }
  if (relay.kind === "uhppote") {
    return tryBoard(relay, withinMs, clock);
  }
  if (relay.kind === "gpio") {
    return tryPin(relay);
  }
  const end = new AbortController();
  const cancel = clock.after(withinMs, () => end.abort());
  try {
    const pages = pagesOf(relay);
    const answers: RelayTrialAnswer[] = [];
    for (const page of pages) {
      answers.push(await askPage(page, end.signal));
    }
    const failed = answers.find(({ outcome }) => outcome === "failed");
    const unproven = answers.find((answer) => answer.outcome === "reached" && answer.login !== "accepted");
    return failed ?? unproven ?? { outcome: "reached", login: "accepted" };
  } finally {
    cancel();
  }
}

/** Asks a board how it is. */
async function tryBoard(
  { host, serial }: { host: string; serial: number },
  withinMs: number,
  clock: Clock,
): Promise<RelayTrialAnswer> {
  const line = new BoardLine({ place: host, serial, clock });
  const cancel = clock.after(withinMs, () => line.close());
  try {
    await line.ask(askStatus);
    return { outcome: "reached", login: "not-asked" };
  } catch (error) {
    return away(error);
  } finally {
    cancel();
    line.close();
  }
}

/** Whether its pin is there, and free or in our own hand. It is not touched. */
async function tryPin(line: Extract<RelayDriver, { kind: "gpio" }>): Promise<RelayTrialAnswer> {
  try {
    await new GpioPrograms().checkOutput(line);
    return { outcome: "reached", login: "not-asked" };
  } catch (error) {
    return away(error);
  }
}

/** Pins and boards say themselves what is the matter. */
const away = (error: unknown): RelayTrialAnswer => ({
  outcome: "failed",
  trouble: "unreachable",
  ...(error instanceof GpioTrouble || error instanceof BoardTrouble ? { why: error.message } : {}),
});

interface Page {
  relay: HttpRelay;
  /** The device's own page, with the login of the address that moves it. */
  address: string;
  /** An address of the relay is this very page: asking for it could move it. */
  isOrder: boolean;
}

/** The pages of a relay's devices: one, unless another device closes it. */
function pagesOf(relay: HttpRelay): Page[] {
  const { openAddress, closeAddress } = relay;
  const addresses = [openAddress, closeAddress].flatMap((address) => (address === null ? [] : [address]));
  const pages = new Map<string, Page>();
  for (const address of addresses) {
    const url = new URL(address);
    const isOrder = url.pathname === "/";
    [url.pathname, url.search, url.hash] = ["/", "", ""];
    pages.set(url.href, {
      relay,
      address: url.href,
      isOrder: isOrder || pages.get(url.href)?.isOrder === true,
    });
  }
  return [...pages.values()];
}

async function askPage({ relay, address, isOrder }: Page, signal: AbortSignal): Promise<RelayTrialAnswer> {
  try {
    const { url, login } = takeLogin(address);
    if (isOrder) {
      await connect(url, signal, relay.certificate);
      return { outcome: "reached", login: "not-tried" };
    }
    // Without the password first: only a device that asks for it says what it thinks of it.
    const open = await get(url, undefined, { signal }, relay.certificate);
    open.destroy();
    if (open.statusCode !== 401) {
      return { outcome: "reached", login: "not-asked" };
    }
    if (!login) {
      return { outcome: "failed", trouble: "needs-password" };
    }
    const closed = await requestOnce(address, { signal }, trustOf(relay));
    closed.destroy();
    return closed.statusCode === 401 || closed.statusCode === 403
      ? { outcome: "failed", trouble: "refused-password" }
      : { outcome: "reached", login: "accepted" };
  } catch (error) {
    if (signal.aborted) {
      return { outcome: "failed", trouble: "too-slow" };
    }
    if (error instanceof DeviceAway) {
      const isOther = error.code === OTHER_CERTIFICATE;
      if (!isOther && !isCertificateTrouble(error.code)) {
        return { outcome: "failed", trouble: "unreachable" };
      }
      const certificate = await shownBy(takeLogin(address).url, signal).catch(() => undefined);
      return {
        outcome: "failed",
        trouble: isOther ? "other-certificate" : "bad-certificate",
        ...(certificate === undefined ? {} : { certificate }),
      };
    }
    throw error;
  }
}

type HttpRelay = Extract<RelayDriver, { kind: "http" }>;

const trustOf = ({ auth, certificate }: HttpRelay) => ({ auth, certificate });

/** The certificate that a device shows, whoever signed it: a person says whether it is the device's. */
async function shownBy(url: URL, signal: AbortSignal): Promise<string | undefined> {
  let shown: string | undefined;
  await connect(url, signal, "any", (certificate) => {
    shown = certificate;
  });
  return shown;
}

/**
 * Opens a connection, with TLS where the address says so, and asks for nothing.
 * @param certificate the one that is believed; `any` believes each
 */
function connect(
  { protocol, hostname, port }: URL,
  signal: AbortSignal,
  certificate?: string,
  onShown: (certificate: string | undefined) => void = () => undefined,
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "https:";
  const where = { host, port: Number(port) || (isSecure ? 443 : 80) };
  return new Promise((resolve, reject) => {
    const line = isSecure
      ? connectSecure({
          ...where,
          servername: isIP(host) ? "" : host,
          rejectUnauthorized: certificate === undefined,
        })
      : connectPlain(where);
    const fail = (error: Error) =>
      reject(new DeviceAway("code" in error && typeof error.code === "string" ? error.code : error.name));
    signal.addEventListener("abort", () => line.destroy(new Error("too slow")), { once: true });
    line.once("error", fail);
    line.once(isSecure ? "secureConnect" : "connect", () => {
      const shown = fingerprintOf(line);
      onShown(shown);
      if (isSecure && certificate !== undefined && certificate !== "any" && certificate !== shown) {
        reject(new DeviceAway(OTHER_CERTIFICATE));
      }
      resolve();
      line.destroy();
    });
  });
}
