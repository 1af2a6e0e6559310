import { IconArrowLeft } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, Navigate, Outlet, useNavigate } from "react-router";
import { hasPageBehind } from "../lib/page-behind.ts";
import { paths } from "../lib/paths.ts";
import { useSession } from "../lib/useSession.ts";
import { IconButton } from "../ui/Button.tsx";
import { Logo } from "../ui/Logo.tsx";
import css from "./OpenLayout.module.css";
import { Splash } from "./RootLayout.tsx";

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
  return wasSignedIn ? <Navigate to={paths.root} replace /> : <PassingBy />;
}

function PassingBy() {
  const navigate = useNavigate();
  return (
    <div className={css["page"]}>
      <header className={css["header"]}>
        <IconButton
          label="Volver"
          onClick={() => void (hasPageBehind() ? navigate(-1) : navigate(paths.login))}
        >
          <IconArrowLeft aria-hidden="true" />
        </IconButton>
        <Link to={paths.login} className={css["logo"]} aria-label="Umbral, ir al inicio">
          <Logo size={32} />
        </Link>
      </header>
      <main id="contenido" className={css["main"]}>
        <Outlet />
      </main>
    </div>
  );
}
