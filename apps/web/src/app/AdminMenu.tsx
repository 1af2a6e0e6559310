import { useId } from "react";
import { WaitingCount } from "../features/access-requests/index.ts";
import css from "./AdminMenu.module.css";
import { adminMenu, ungrouped } from "./admin-menu.ts";
import { MenuLinks } from "./MenuEntries.tsx";
import { useMenu } from "./useMenu.ts";

/**
 * The side menu's entries of who administers, in groups of which one is open: where the person is, else the first. All of
 * them at once would not leave a finger its room at 900 px of height. Fetched by nobody else.
 */
export function AdminMenu() {
  const groups = adminMenu.map(({ entries }) => entries);
  // Asked of all at once: only one of them is where the person is.
  const all = useMenu([...ungrouped, ...groups.flat()]);
  // The menu beside the content and the one of a phone both stand in the page.
  const name = useId();
  const owned = adminMenu
    .map(({ title, entries }) => ({
      title,
      own: all.filter(({ to }) => entries.some((entry) => entry.to === to)),
    }))
    .filter(({ own }) => own.length > 0);
  const here = owned.find(({ own }) => own.some(({ current }) => current !== undefined)) ?? owned[0];
  return (
    <div className={css["menu"]}>
      <MenuLinks entries={all.filter(({ to }) => ungrouped.some((entry) => entry.to === to))} />
      {owned.map((group) => (
        <details key={group.title} name={name} className={css["group"]} open={group === here}>
          <summary className={css["title"]}>
            {group.title}
            <span className={css["waiting"]}>
              <WaitingCount kinds={group.own.flatMap(({ counts }) => counts ?? [])} />
            </span>
          </summary>
          <MenuLinks entries={group.own} />
        </details>
      ))}
    </div>
  );
}
