import { IconLogout2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { WaitingCount } from "../features/access-requests/WaitingCount.tsx";
import { PanicButton } from "../features/alarms/PanicButton.tsx";
import { signOut } from "../features/auth/auth.api.ts";
import { SpaceSwitcher } from "../features/users/SpaceSwitcher.tsx";
import css from "./SideMenu.module.css";
import { useMenu } from "./useMenu.ts";

/** Where the person is, where they can go, and the way out. */
export function SideMenu() {
  const entries = useMenu();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <div className={css["side"]}>
      <SpaceSwitcher />
      <nav aria-label="Menú principal">
        <ul className={css["entries"]}>
          {entries.map(({ to, label, icon: Icon, current, counts }) => (
            <li key={to}>
              <Link to={to} className={css["entry"]} aria-current={current}>
                <Icon aria-hidden="true" size={22} />
                <span className={css["label"]}>{label}</span>
                {counts === undefined ? null : <WaitingCount kind={counts} />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PanicButton className={css["panic"]} size={22} />
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
    </div>
  );
}
