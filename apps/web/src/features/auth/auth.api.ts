import type {
  adminLogin,
  currentUser,
  logout,
  SignedIn,
  userLogin,
} from "@umbral/contract/auth/auth.contract";
import type { forgotPassword, resetPassword as resetWithLink } from "@umbral/contract/auth/recovery.contract";
import type { UserType } from "@umbral/contract/lib/roles";
import { call } from "../../lib/call.ts";
import { leaveBy } from "../../lib/leave.ts";
import { session } from "../../lib/useSession.ts";

export interface Credentials {
  cedula: string;
  password: string;
  userType: UserType;
}

/** Signs in and stores the session. Throws what the server or the network said. */
export async function signIn(credentials: Credentials): Promise<void> {
  const body = { ...credentials, cedula: credentials.cedula.trim() };
  const signedIn: SignedIn =
    credentials.userType === "USER"
      ? await call<typeof userLogin>("POST", "/api/user/auth/login", { body })
      : await call<typeof adminLogin>("POST", "/api/{product}/auth/login", { body });
  session.begin(signedIn);
}

/** Brings the newest facts about the person and their spaces into the session. A 401 ends it. */
export async function refreshPerson(signal: AbortSignal): Promise<void> {
  const token = session.current()?.token;
  if (token === undefined) {
    return;
  }
  const person = await call<typeof currentUser>("GET", "/api/user/auth/currentUser", { signal });
  session.refresh(token, person);
}

/** 'Salir'. */
export const signOut = (): Promise<void> => leaveBy<typeof logout>("POST", "/api/user/auth/logout");

/** Asks for a link that sets a new password. It is answered alike for every cédula. */
export async function askForLink(cedula: string): Promise<void> {
  await call<typeof forgotPassword>("POST", "/api/user/auth/forgotPassword", {
    body: { cedula: cedula.trim() },
  });
}

/** Sets a new password with the secret of a link. */
export async function resetPassword(body: { password: string; token: string }): Promise<void> {
  await call<typeof resetWithLink>("POST", "/api/user/auth/resetPassword", { body });
}
