import type { UserType } from "@umbral/contract/lib/roles";
import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { LoginScreen } from "../features/auth/index.ts";
import { originIn } from "../lib/origin.ts";
import { paths } from "../lib/paths.ts";
import { session, useSession } from "../lib/useSession.ts";
import { LoginLinks } from "./LoginLinks.tsx";
import { Splash } from "./Splash.tsx";

const load = () => import("./SignedInRoute.tsx");
const SignedInRoute = lazy(async () => ({ default: (await load()).SignedInRoute }));

interface LoginRouteProps {
  /** Fetches the code of a screen before anybody goes there. */
  fetchScreen(path: string): void;
}

/** The root: sign-in, or the way to where who is signed in belongs. */
export function LoginRoute({ fetchScreen }: LoginRouteProps) {
  const origin = originIn(useLocation().state);
  // Before the session is heard of by what is drawn: everything that the landing needs sets out together.
  useEffect(
    () =>
      session.subscribe(() => {
        const place = globalThis.askAhead?.(origin ?? paths.root);
        if (place !== undefined) {
          fetchScreen(place);
        }
      }),
    [origin, fetchScreen],
  );
  const current = useSession();
  /** While the server looks at the password: the way on, and where most who sign in so land. */
  const fetchTheWayOn = (userType: UserType) => {
    load().catch(() => undefined);
    fetchScreen(origin ?? (userType === "USER" ? paths.dashboard : paths.adminDashboard));
  };
  if (current === null) {
    return <LoginScreen links={<LoginLinks />} onSend={fetchTheWayOn} />;
  }
  return (
    <Suspense fallback={<Splash />}>
      <SignedInRoute current={current} />
    </Suspense>
  );
}
