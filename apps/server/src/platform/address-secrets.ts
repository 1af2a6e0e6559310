import { PASSWORD_MASK } from "@umbral/contract/lib/device-address";
import { Refused } from "./refused.ts";

/*
 * Addresses of cameras, relays and contacts may hold a password. A screen is shown `***` in its place; what comes
 * back with `***` keeps the password that is stored, as long as it still goes to the same machine. Machines are
 * compared as the URL parser reads them, which is what the programs that call them do.
 */

const SECRET_NAME = "(?:pas|pwd|pw(?==)|psw|token|secret|key|auth)";
/** Small devices take their password as a parameter. */
const SECRET_PARAMETER = new RegExp(`([?&][^=&]*${SECRET_NAME}[^=&]*=)([^&]*)`, "gi");
/** Recorders take it in the path: `/user=admin&password=…&channel=1`, or with `_` between what belongs together. */
const SECRET_IN_PATH = new RegExp(`([/&;_][^=&;/_]*${SECRET_NAME}[^=&;/_]*=)(.*?)(?=[/&;]|_[a-z]+=|$)`, "gi");
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
  changeParameters(url, () => PASSWORD_MASK);
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

const hasMask = (url: URL): boolean =>
  url.password === PASSWORD_MASK ||
  (url.username === PASSWORD_MASK && url.password === "") ||
  secretsIn(url).some(([, , value]) => value === PASSWORD_MASK);

const secretsIn = ({ pathname, search }: URL): RegExpExecArray[] => [
  ...pathname.matchAll(SECRET_IN_PATH),
  ...search.matchAll(SECRET_PARAMETER),
];

/** Each secret of the path and of the parameters becomes what `change` says, by its name and what it was. */
function changeParameters(url: URL, change: (name: string, value: string) => string): void {
  const changed = (_all: string, name: string, value: string) => `${name}${change(name, value)}`;
  url.pathname = url.pathname.replace(SECRET_IN_PATH, changed);
  url.search = url.search.replace(SECRET_PARAMETER, changed);
}

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
  for (const [, name = "", value = ""] of secretsIn(before)) {
    known.set(name.slice(1), value);
  }
  changeParameters(url, (name, value) =>
    value === PASSWORD_MASK ? (known.get(name.slice(1)) ?? value) : value,
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
