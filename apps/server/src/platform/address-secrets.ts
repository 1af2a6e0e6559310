/*
 * Addresses of cameras and relays may hold a password. A screen is shown `***` in its place; what comes
 * back with `***` keeps the password that is stored, as long as it still goes to the same machine.
 */

const MASK = "***";
/** `scheme://user:` · password · `@` · machine · the rest. A password may hold an `@`, a machine may not. */
const WITH_PASSWORD = /^([a-z][a-z\d+.-]*:\/\/[^/?#:]*:)([^/?#]*)@([^/?#@]*)(.*)$/i;
const WITHOUT = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#]*@)?([^/?#@]*)(.*)$/i;
/** Small cameras take their password as a parameter. */
const SECRET_PARAMETER = /([?&](?:[^=&#]*(?:pass|pwd|token|secret|key)[^=&#]*)=)([^&#]*)/gi;

/** The address without its passwords. */
export function hideSecrets(address: string): string {
  return address
    .replace(WITH_PASSWORD, (_all, user: string, _password, machine: string, rest: string) =>
      [user, MASK, "@", machine, rest].join(""),
    )
    .replace(SECRET_PARAMETER, (_all, name: string) => `${name}${MASK}`);
}

/**
 * The address that somebody sent, with the passwords of the kept one where it says `***`. An address of
 * another machine or user is left as it is: a password is never told to somebody else.
 */
export function restoreSecrets(sent: string, kept: string | null): string {
  if (kept === null || !sent.includes(MASK) || machineOf(sent) !== machineOf(kept)) {
    return sent;
  }
  const known = new Map<string, string>();
  for (const [, name = "", value = ""] of kept.matchAll(SECRET_PARAMETER)) {
    known.set(name.slice(1), value);
  }
  const [, keptUser, keptPassword] = WITH_PASSWORD.exec(kept) ?? [];
  return sent
    .replace(WITH_PASSWORD, (all, user: string, password: string, machine: string, rest: string) =>
      password === MASK && user === keptUser && keptPassword !== undefined
        ? [user, keptPassword, "@", machine, rest].join("")
        : all,
    )
    .replace(SECRET_PARAMETER, (all, name: string, value: string) =>
      value === MASK ? `${name}${known.get(name.slice(1)) ?? value}` : all,
    );
}

/** Scheme and machine with its port: who would be told a password. */
function machineOf(address: string): string | undefined {
  const [, scheme, machine] = WITHOUT.exec(address) ?? [];
  return scheme === undefined ? undefined : `${scheme}${machine}`.toLowerCase();
}

type Addressed =
  | { address: string }
  | { openAddress: string; closeAddress: string | null }
  | { kind: string };

/** A camera's source or a relay's driver as a screen may see it. */
export function withoutSecrets<Thing extends Addressed>(thing: Thing): Thing {
  return mapAddresses(thing, (address) => hideSecrets(address));
}

/** What somebody sent, with the passwords of what is kept where it says `***`. */
export function withSecretsOf<Thing extends Addressed>(sent: Thing, kept: Addressed | null): Thing {
  return mapAddresses(sent, (address, name) => {
    const before: unknown = kept === null ? null : Reflect.get(kept, name);
    return restoreSecrets(address, typeof before === "string" ? before : null);
  });
}

const ADDRESSES = ["address", "openAddress", "closeAddress"];

function mapAddresses<Thing extends Addressed>(
  thing: Thing,
  change: (address: string, name: string) => string,
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
