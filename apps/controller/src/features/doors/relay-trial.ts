import { connect as connectPlain, isIP } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { RelayTrialAnswer } from "@umbral/contract/controllers/controller-orders.contract";
import type { RelayDriver } from "@umbral/contract/doors/door-devices";
import type { Clock } from "../../platform/clock.ts";
import { takeLogin } from "../../platform/device-login.ts";
import { DeviceAway, get, isCertificateTrouble, requestOnce } from "../../platform/device-request.ts";

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

interface Page {
  /** The device's own page, with the login of the address that moves it. */
  address: string;
  /** An address of the relay is this very page: asking for it could move it. */
  isOrder: boolean;
}

/** The pages of a relay's devices: one, unless another device closes it. */
function pagesOf({ openAddress, closeAddress }: Extract<RelayDriver, { kind: "http" }>): Page[] {
  const addresses = [openAddress, closeAddress].flatMap((address) => (address === null ? [] : [address]));
  const pages = new Map<string, Page>();
  for (const address of addresses) {
    const url = new URL(address);
    const isOrder = url.pathname === "/";
    [url.pathname, url.search, url.hash] = ["/", "", ""];
    pages.set(url.href, { address: url.href, isOrder: isOrder || pages.get(url.href)?.isOrder === true });
  }
  return [...pages.values()];
}

async function askPage({ address, isOrder }: Page, signal: AbortSignal): Promise<RelayTrialAnswer> {
  try {
    const { url, login } = takeLogin(address);
    if (isOrder) {
      await connect(url, signal);
      return { outcome: "reached", login: "not-tried" };
    }
    // Without the password first: only a device that asks for it says what it thinks of it.
    const open = await get(url, undefined, { signal });
    open.destroy();
    if (open.statusCode !== 401) {
      return { outcome: "reached", login: "not-asked" };
    }
    if (!login) {
      return { outcome: "failed", trouble: "needs-password" };
    }
    const closed = await requestOnce(address, { signal });
    closed.destroy();
    return closed.statusCode === 401 || closed.statusCode === 403
      ? { outcome: "failed", trouble: "refused-password" }
      : { outcome: "reached", login: "accepted" };
  } catch (error) {
    if (signal.aborted) {
      return { outcome: "failed", trouble: "too-slow" };
    }
    if (error instanceof DeviceAway) {
      const isCertificate = isCertificateTrouble(error.code);
      return { outcome: "failed", trouble: isCertificate ? "bad-certificate" : "unreachable" };
    }
    throw error;
  }
}

/** Opens a connection, with TLS where the address says so, and asks for nothing. */
function connect({ protocol, hostname, port }: URL, signal: AbortSignal): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "https:";
  const where = { host, port: Number(port) || (isSecure ? 443 : 80) };
  return new Promise((resolve, reject) => {
    const line = isSecure
      ? connectSecure({ ...where, servername: isIP(host) ? "" : host })
      : connectPlain(where);
    const fail = (error: Error) =>
      reject(new DeviceAway("code" in error && typeof error.code === "string" ? error.code : error.name));
    signal.addEventListener("abort", () => line.destroy(new Error("too slow")), { once: true });
    line.once("error", fail);
    line.once(isSecure ? "secureConnect" : "connect", () => {
      resolve();
      line.destroy();
    });
  });
}
