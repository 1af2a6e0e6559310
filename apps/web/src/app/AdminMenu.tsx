import { useState } from "react";
import css from "./AdminMenu.module.css";
import { adminMenu, ungrouped } from "./admin-menu.ts";
import { MenuLinks } from "./MenuEntries.tsx";
import { useMenu } from "./useMenu.ts";

/** Beside the content, where the menu always stands (`Frame.module.css`), all of it is open. */
const BESIDE = "(min-width: 64em)";

/** The side menu's entries of who administers, in groups; fetched by nobody else. */
export function AdminMenu() {
  const groups = adminMenu.map(({ entries }) => entries);
  // Asked of all at once: only one of them is where the person is.
  const all = useMenu([...ungrouped, ...groups.flat()]);
  const [isBeside] = useState(() => matchMedia(BESIDE).matches);
  return (
    <div className={css["menu"]}>
      <MenuLinks entries={all.filter(({ to }) => ungrouped.some((entry) => entry.to === to))} />
      {adminMenu.map(({ title, entries }) => {
        const own = all.filter(({ to }) => entries.some((entry) => entry.to === to));
        const isHere = own.some(({ current }) => current !== undefined);
        return own.length === 0 ? null : (
          <details key={title} className={css["group"]} open={isBeside || isHere}>
            <summary className={css["title"]}>{title}</summary>
            <MenuLinks entries={own} />
          </details>
        );
      })}
    </div>
  );
}
