import { IconArrowLeft } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { hasPageBehind } from "../lib/page-behind.ts";
import { paths } from "../lib/paths.ts";
import { useMay } from "../lib/useMay.ts";
import { useSession } from "../lib/useSession.ts";
import { IconButton } from "../ui/Button.tsx";
import { LogoLink } from "../ui/Logo.tsx";
import { Face } from "../ui/StorageImage.tsx";
import css from "./Header.module.css";
import { homeOf } from "./landing.ts";

/** Of no use but at a lobby's own devices. */
const ShiftBar = lazy(async () => ({
  default: (await import("../features/kiosks/ShiftBar.tsx")).ShiftBar,
}));

/** For who administers anything. */
const FinderButton = lazy(async () => ({
  default: (await import("./finder/FinderButton.tsx")).FinderButton,
}));

/** Back button, logo, and the person's photo, which leads to the profile. */
export function Header() {
  const current = useSession();
  const administers = useMay("buildings.administer");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const user = current?.user ?? null;
  const home =
    (user && homeOf({ user, spaces: current?.spaces ?? [], kiosk: current?.kiosk })) ??
    (current?.kiosk === undefined ? paths.profile : paths.access);

  const goBack = () => {
    // The first page of this tab has nothing of ours behind it.
    if (hasPageBehind()) {
      void navigate(-1);
    } else {
      void navigate(home);
    }
  };

  return (
    <>
      {pathname === home ? null : (
        <IconButton label="Volver" onClick={goBack}>
          <IconArrowLeft aria-hidden="true" />
        </IconButton>
      )}
      <LogoLink to={home} />
      <span className={css["find"]}>
        {administers ? (
          <Suspense fallback={null}>
            <FinderButton />
          </Suspense>
        ) : null}
      </span>
      {current?.kiosk === undefined ? (
        <Link to={paths.profile} className={css["person"]} aria-label="Ver mi perfil">
          <Face src={user?.photo} alt="" />
        </Link>
      ) : (
        <Suspense fallback={null}>
          <ShiftBar current={current} />
        </Suspense>
      )}
    </>
  );
}
