import { lazy, Suspense } from "react";
import { LoginScreen } from "../features/auth/index.ts";
import { useSession } from "../lib/useSession.ts";
import { LoginLinks } from "./LoginLinks.tsx";
import { Splash } from "./Splash.tsx";

const load = () => import("./SignedInRoute.tsx");
const SignedInRoute = lazy(async () => ({ default: (await load()).SignedInRoute }));

/**
 * While the server looks at the password: the way on, the frame of every screen, and where most people land. What cannot be
 * fetched now is asked for again when it is shown.
 */
function fetchTheWayOn() {
  load().catch(() => undefined);
  import("./SignedInLayout.tsx").catch(() => undefined);
  import("./screens/cameras/CameraScreens.tsx").catch(() => undefined);
}

/** The root: sign-in, or the way to where who is signed in belongs. */
export function LoginRoute() {
  const current = useSession();
  if (current === null) {
    return <LoginScreen links={<LoginLinks />} onSend={fetchTheWayOn} />;
  }
  return (
    <Suspense fallback={<Splash />}>
      <SignedInRoute current={current} />
    </Suspense>
  );
}
