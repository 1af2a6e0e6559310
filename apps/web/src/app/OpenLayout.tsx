import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet } from "react-router";
import { paths } from "../lib/paths.ts";
import { useSession } from "../lib/useSession.ts";
import { OpenPage } from "../ui/OpenPage.tsx";
import { Splash } from "./Splash.tsx";

/** The menu and its calls are not fetched for who only passes by. */
const SignedInLayout = lazy(async () => ({
  default: (await import("./SignedInLayout.tsx")).SignedInLayout,
}));

/** A screen for everybody: with the menu for who is signed in, by itself for who is not. */
export function OpenLayout() {
  const isSignedIn = useSession() !== null;
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  useEffect(() => {
    if (isSignedIn) {
      setWasSignedIn(true);
    }
  }, [isSignedIn]);

  if (isSignedIn) {
    return (
      <Suspense fallback={<Splash />}>
        <SignedInLayout />
      </Suspense>
    );
  }
  // 'Salir' leads to the root from everywhere (specification §2).
  return wasSignedIn ? (
    <Navigate to={paths.root} replace />
  ) : (
    <OpenPage>
      <Outlet />
    </OpenPage>
  );
}
