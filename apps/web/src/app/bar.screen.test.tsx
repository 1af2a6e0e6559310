import { listUserDetails, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { violations } from "../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator } from "../../testing/screens/people.ts";
import { placesReplies } from "../../testing/screens/places.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

const person = (count: number): UserDetail => ({
  id: idOf(0x400 + count),
  photo: null,
  name: `Persona ${count}`,
  cedula: `10000000${count}`,
  phone: "+573001234567",
  email: `persona${count}@example.com`,
  active: true,
  verified: true,
  roleName: "RESIDENTE",
  apartmentName: home.name,
  buildingName: mirador.name,
  places: [
    {
      roleName: "RESIDENTE",
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      apartmentName: home.name,
    },
  ],
  tags: [],
  alias: "",
});
const users = Array.from({ length: 24 }, (_, count) => person(count + 10));

/** A list that is longer than the screen, with the bar at its foot. */
async function openLongList(size: "phone" | "tablet"): Promise<Element> {
  await renderScreen("/admin-dashboard/users", {
    as: platformAdministrator(),
    size,
    replies: placesReplies().on(listUserDetails, { users, totalPages: 2, isMore: false }),
  });
  await expect.element(page.getByRole("row").filter({ hasText: "Persona 33" })).toBeInTheDocument();
  return page.getByRole("navigation", { name: "Accesos rápidos" }).element();
}

/** Less than any target may be. */
const SHOWN_PX = 10;
const targets = () => [
  ...document.querySelectorAll<HTMLElement>("main a, main button, main input, main select"),
];
/** How much of it lies under the bar, in px. */
const under = (bar: Element, target: Element) =>
  Math.max(0, target.getBoundingClientRect().bottom - bar.getBoundingClientRect().top);

for (const size of ["phone", "tablet"] as const) {
  test(`no target is small for the bar at the foot of a ${size}, and none lies under it where a page ends`, async () => {
    const bar = await openLongList(size);
    expect(document.documentElement.scrollHeight).toBeGreaterThan(window.innerHeight);
    // At the screen's own height, with the bar over half of a target: it is as large as it is, and scrolled to.
    const half = targets().find((target) => target.getBoundingClientRect().top > window.innerHeight);
    window.scrollBy({
      top: (half?.getBoundingClientRect().top ?? 0) - bar.getBoundingClientRect().top + SHOWN_PX,
      behavior: "instant",
    });
    expect(half && under(bar, half)).toBeGreaterThan(SHOWN_PX);
    expect(await violations()).toEqual([]);
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    expect(Math.ceil(window.scrollY) + window.innerHeight).toBeGreaterThanOrEqual(
      document.documentElement.scrollHeight,
    );
    expect(targets().filter((target) => under(bar, target) > 0)).toEqual([]);
    // Which row is half under the header and the table's own head by then depends on how tall the letters are.
    const covered = Math.max(
      ...[...document.querySelectorAll("header, thead")].map((head) => head.getBoundingClientRect().bottom),
    );
    const isScrolledPast = (found: string) =>
      found.startsWith("target-size: ") &&
      (document.querySelector(found.slice("target-size: ".length))?.getBoundingClientRect().top ?? covered) <
        covered;
    expect((await violations()).filter((found) => !isScrolledPast(found))).toEqual([]);
  });
}

test("what the keyboard comes to on a phone does not lie under the bar", async () => {
  const bar = await openLongList("phone");
  page.getByRole("searchbox", { name: "Buscar" }).element().focus();
  const seen: Element[] = [];
  while (seen.length < users.length) {
    await userEvent.keyboard("{Tab}");
    const focused = document.activeElement;
    if (focused === null || focused.closest("main") === null) {
      break;
    }
    expect(under(bar, focused), focused.outerHTML.slice(0, 120)).toBe(0);
    seen.push(focused);
  }
  expect(seen.length).toBeGreaterThan(10);
  expect(window.scrollY).toBeGreaterThan(0);
});
