import type { CurrentUser, Kiosk, SignedIn, Space } from "@umbral/contract/auth/auth.contract";
import { holds } from "./holds.ts";
import type { KeyStore } from "./storage.ts";
import { createStore, type Readable } from "./store.ts";

/**
 * What this browser remembers of the person who is signed in. `user` is null only when a token was
 * found without a readable user: the next refresh brings it.
 */
export interface Session {
  token: string;
  user: CurrentUser | null;
  spaces: readonly Space[];
  /** The device of a lobby that this is; absent everywhere else. */
  kiosk?: Kiosk | undefined;
}

/** `sign-out`: the person left. `refused`: a call was answered 401. `forced`: the server ended it. */
export type SessionEnd = "sign-out" | "refused" | "forced";

/** The specification's keys (§3). `userCedula` alone outlives the session, for the next prefill. */
export const sessionKeys = [
  "authToken",
  "user",
  "userId",
  "userName",
  "userEmail",
  "userPhone",
  "userType",
  "spaces",
  "userRole",
  "buildingId",
  "buildingAddress1",
  "buildingCity",
  "buildingName",
  "buildingState",
  "buildingType",
  "apartmentId",
  "apartmentName",
  "apartmentAddress",
  "apartmentType",
  "callFrom",
] as const;
const CEDULA_KEY = "userCedula";
/** Of a device of the lobby: what it is called and where, and its own token, which outlasts the shifts. */
const KIOSK_KEY = "kiosk";
const DEVICE_KEY = "kioskToken";

type SessionKey = (typeof sessionKeys)[number] | typeof CEDULA_KEY | typeof KIOSK_KEY;

export interface SessionStore extends Readable<Session | null> {
  /** How the last session of this page ended; null while one runs or before any did. */
  endedBy(): SessionEnd | null;
  /** The cédula that signed in, or registered as a visitor, last on this browser. */
  lastCedula(): string;
  /** Keeps a cédula for the next prefill of the login (specification §4, visitor registration). */
  rememberCedula(cedula: string): void;
  begin(signedIn: SignedIn): void;
  /** This browser is a device of a lobby from now on, and its own session the one to which each shift comes back. */
  beginDevice(paired: SignedIn): void;
  /** Newer facts about the same person. Ignored when `token` is no longer the session's. */
  refresh(token: string, person: Omit<SignedIn, "token">): void;
  end(reason: SessionEnd): void;
  /** Another tab changed the storage: read it again. */
  readAgain(): void;
}

/** The session as rows of a key store. One object serves the page; tests make their own. */
export function createSessionStore(store: KeyStore): SessionStore {
  const session = createStore(readSession(store));
  let ended: SessionEnd | null = null;

  const become = (next: Session | null, reason: SessionEnd | null) => {
    ended = reason;
    session.set(next);
  };

  return {
    current: session.current,
    subscribe: session.subscribe,
    endedBy: () => ended,
    lastCedula: () => store.getItem(CEDULA_KEY) ?? "",
    rememberCedula: (cedula) => store.setItem(CEDULA_KEY, cedula),
    begin({ token, user, spaces, kiosk }) {
      writeSession(store, { token, user, spaces, kiosk });
      become({ token, user, spaces, kiosk }, null);
    },
    beginDevice(paired) {
      store.setItem(DEVICE_KEY, paired.token);
      this.begin(paired);
    },
    refresh(token, { user, spaces, kiosk }) {
      const current = session.current();
      if (current?.token !== token || isSamePerson(current, user, spaces)) {
        return;
      }
      writeSession(store, { token, user, spaces, kiosk });
      become({ token, user, spaces, kiosk }, null);
    },
    end(reason) {
      const current = session.current();
      if (current === null) {
        return;
      }
      for (const key of sessionKeys) {
        store.removeItem(key);
      }
      const device = store.getItem(DEVICE_KEY);
      if (device !== null && device !== current.token) {
        // A shift is over, and the device is what it was: who it is, the server says.
        store.setItem("authToken", device);
        become({ token: device, user: null, spaces: [], kiosk: current.kiosk }, null);
        return;
      }
      store.removeItem(DEVICE_KEY);
      store.removeItem(KIOSK_KEY);
      become(null, reason);
    },
    readAgain() {
      const next = readSession(store);
      // Other tabs write one key at a time; only a different token is a different session.
      if (next?.token !== session.current()?.token) {
        become(next, next === null ? "sign-out" : null);
      }
    },
  };
}

function isSamePerson(session: Session, user: CurrentUser, spaces: readonly Space[]): boolean {
  return JSON.stringify([session.user, session.spaces]) === JSON.stringify([user, spaces]);
}

/** `authToken` goes last: other tabs take its change as the sign that everything is there. */
function writeSession(
  store: KeyStore,
  { token, user, spaces, kiosk }: Session & { user: CurrentUser },
): void {
  const first = spaces[0];
  const values: Record<Exclude<SessionKey, "authToken" | "callFrom">, string | undefined> = {
    user: JSON.stringify(user),
    userId: user.id,
    userCedula: kiosk === undefined ? user.cedula : undefined,
    kiosk: kiosk && JSON.stringify(kiosk),
    userName: user.name,
    userEmail: user.email,
    userPhone: user.phone,
    userType: user.userType,
    spaces: JSON.stringify(spaces),
    userRole: first?.role.name,
    buildingId: first?.building.id,
    buildingAddress1: first?.building.address1,
    buildingCity: first?.building.city,
    buildingName: first?.building.name,
    buildingState: first?.building.state,
    buildingType: first?.building.type,
    apartmentId: first?.apartment?.id,
    apartmentName: first?.apartment?.name,
    apartmentAddress: first?.apartment?.address,
    apartmentType: first?.apartment?.apartmentType,
  };
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) {
      store.removeItem(key);
    } else {
      store.setItem(key, value);
    }
  }
  store.setItem("authToken", token);
}

function readSession(store: KeyStore): Session | null {
  const token = store.getItem("authToken");
  if (token === null || token === "") {
    return null;
  }
  const user = parsed(store.getItem("user"));
  const spaces = parsed(store.getItem("spaces"));
  const kept = parsed(store.getItem(KIOSK_KEY));
  const kiosk = isKiosk(kept) ? kept : undefined;
  if (!isUser(user) || !isSpaces(spaces)) {
    return { token, user: null, spaces: [], kiosk };
  }
  return { token, user, spaces, kiosk };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Enough to draw the first screen with; the server's answer replaces it a moment later. The whole
 * schema would cost the first load the schema library.
 */
function isUser(value: unknown): value is CurrentUser {
  return holds(value, ["id", "cedula", "name", "userType"]);
}

function isKiosk(value: unknown): value is Kiosk {
  return holds(value, ["id", "name"]) && holds(Reflect.get(Object(value), "building"), ["id", "name"]);
}

function isSpaces(value: unknown): value is Space[] {
  return (
    Array.isArray(value) &&
    value.every(
      (space: unknown) =>
        typeof space === "object" &&
        space !== null &&
        "role" in space &&
        holds(space.role, ["name"]) &&
        "building" in space &&
        holds(space.building, ["id", "name"]) &&
        "apartment" in space,
    )
  );
}
