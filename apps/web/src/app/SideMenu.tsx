import { IconLogout2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { PanicButton } from "../features/alarms/index.ts";
import { signOut } from "../features/auth/index.ts";
import { SpaceSwitcher } from "../features/users/index.ts";
import { useMay } from "../lib/useMay.ts";
import { useSession } from "../lib/useSession.ts";
import { MenuEntries } from "./MenuEntries.tsx";
import css from "./SideMenu.module.css";

/** The administration's entries are of no use to a resident's phone. */
const AdminMenu = lazy(async () => ({ default: (await import("./AdminMenu.tsx")).AdminMenu }));

/** Where the person is, where they can go, and the way out. */
export function SideMenu() {
  const administers = useMay("buildings.administer");
  // A device of the lobby is left by nobody: shifts end, and its administration takes it back.
  const isDevice = useSession()?.kiosk !== undefined;
  const leave = useMutation({ mutationFn: signOut });
  return (
    <div className={css["side"]} data-grouped={administers || undefined}>
      <SpaceSwitcher />
      <nav aria-label="Menú principal">
        {administers ? (
          <Suspense fallback={null}>
            <AdminMenu />
          </Suspense>
        ) : (
          <MenuEntries />
        )}
      </nav>
      <div className={css["acts"]}>
        <PanicButton className={css["panic"]} size={22} />
        {isDevice ? null : (
          <button
            type="button"
            className={css["leave"]}
            aria-busy={leave.isPending || undefined}
            onClick={() => {
              if (!leave.isPending) {
                leave.mutate();
              }
            }}
          >
            <IconLogout2 aria-hidden="true" size={22} />
            Salir
          </button>
        )}
      </div>
    </div>
  );
}
