import { adminMenu } from "./admin-menu.ts";
import { MenuEntries } from "./MenuEntries.tsx";

/** The side menu's entries of a platform administrator, fetched by nobody else. */
export function AdminMenu() {
  return <MenuEntries entries={adminMenu} />;
}
