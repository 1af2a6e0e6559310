import { PASSWORD_MASK } from "@umbral/contract/lib/device-address";
import { Refused } from "./refused.ts";

/*
 * Addresses of cameras, relays and contacts may hold a password. A screen is shown `***` in its place; what comes
 * back with `***` keeps the password that is stored, as long as it still goes to the same machine. Machines are
 * compared as the URL parser reads them, which is what the programs that call them do.
 */

/** Small devices take their password as a parameter. */
const SECRET_PARAMETER = /([?&][^=&]*(?:pass|pwd|token|secret|key|auth)[^=&]*=)([^&]*)/gi;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "rtsp:": "554", "rtsps:": "322" };

const parse = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);

/** Scheme, machine and port: who is told a password. */
function machineOf({ protocol, hostname, port }: URL): string {
  return [protocol, hostname.toLowerCase(), port || DEFAULT_PORTS[protocol] || ""].join(" ");
}

/** The address without its passwords; of one that cannot be read nothing but how it begins. */
export function hideSecrets(address: string): string {
  const url = parse(address);
  if (!url) {
    return `${/^[a-z]+:\/\//i.exec(address)?.[0] ?? ""}${PASSWORD_MASK}`;
  }
  if (url.password !== "") {
    url.password = PASSWORD_MASK;
  } else if (url.username !== "") {
    // A name alone is how some devices take a token.
    url.username = PASSWORD_MASK;
  }
  url.search = url.search.replace(SECRET_PARAMETER, (_all, name: string) => `${name}${PASSWORD_MASK}`);
  if (url.hash !== "") {
    url.hash = PASSWORD_MASK;
  }
  return url.href;
}

/**
 * The address that somebody sent, with the passwords of a kept one where it says `***`.
 * @param kept what is stored of the same device
 * @throws {Refused} PASSWORD_AGAIN when none of it goes to the same machine: a password is told to no other
 */
export function restoreSecrets(sent: string, kept: readonly string[]): string {
  const unchanged = kept.find((address) => hideSecrets(address) === sent);
  if (unchanged !== undefined) {
    return unchanged;
  }
  const url = parse(sent);
  if (!url || !hasMask(url)) {
    return sent;
  }
  for (const address of kept) {
    const before = parse(address);
    if (before && machineOf(before) === machineOf(url) && fill(url, before)) {
      return url.href;
    }
  }
  throw new Refused("PASSWORD_AGAIN");
}

const hasMask = ({ username, password, search }: URL): boolean =>
  password === PASSWORD_MASK ||
  (username === PASSWORD_MASK && password === "") ||
  [...search.matchAll(SECRET_PARAMETER)].some(([, , value]) => value === PASSWORD_MASK);

/** Puts the secrets of `before` where `url` says `***`; false when it has not all of them. */
function fill(url: URL, before: URL): boolean {
  if (url.password === PASSWORD_MASK) {
    if (before.password === "" || before.username !== url.username) {
      return false;
    }
    url.password = before.password;
  } else if (url.username === PASSWORD_MASK && url.password === "") {
    if (before.username === "" || before.password !== "") {
      return false;
    }
    url.username = before.username;
  }
  const known = new Map<string, string>();
  for (const [, name = "", value = ""] of before.search.matchAll(SECRET_PARAMETER)) {
    known.set(name.slice(1), value);
  }
  url.search = url.search.replace(SECRET_PARAMETER, (all, name: string, value: string) =>
    value === PASSWORD_MASK ? `${name}${known.get(name.slice(1)) ?? value}` : all,
  );
  return !hasMask(url);
}

const ADDRESSES = ["address", "openAddress", "closeAddress"] as const;

/** A camera's source, a relay's driver or a contact. */
export type Addressed = { kind: string };

/** A device as a screen may see it. */
export function withoutSecrets<Thing extends Addressed>(thing: Thing): Thing {
  return mapAddresses(thing, hideSecrets);
}

/**
 * What somebody sent, with the passwords of what is kept where it says `***`.
 * @throws {Refused} PASSWORD_AGAIN
 */
export function withSecretsOf<Thing extends Addressed>(sent: Thing, kept: Addressed | null): Thing {
  return mapAddresses(sent, (address, name) => {
    const names = [name, ...ADDRESSES.filter((other) => other !== name)];
    return restoreSecrets(
      address,
      names.flatMap((each) => {
        const before: unknown = kept === null ? null : Reflect.get(kept, each);
        return typeof before === "string" ? [before] : [];
      }),
    );
  });
}

/** The same device with each of its addresses as `change` gives it. */
export function mapAddresses<Thing extends Addressed>(
  thing: Thing,
  change: (address: string, name: (typeof ADDRESSES)[number]) => string,
): Thing {
  const copy = { ...thing };
  for (const name of ADDRESSES) {
    const address: unknown = Reflect.get(thing, name);
    if (typeof address === "string") {
      Reflect.set(copy, name, change(address, name));
    }
  }
  return copy;
}
