import type { GuestPass } from "@umbral/contract/passes/guest-page.contract";
import { beginGuestSession, readOwnPass } from "@umbral/contract/passes/guest-page.contract";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { openBarePage } from "../../testing/screens/bare-page.ts";
import { nextFrames } from "../../testing/screens/frames.ts";
import { everyLook, violations, wholePage } from "../../testing/screens/look.ts";
import { failing, held, NoAnswer, Replies, refused } from "../../testing/screens/replies.ts";
import html from "./guest.html?raw";
import { GuestPage } from "./guest-page.ts";

const SECRET = "a".repeat(43);

const pass: GuestPass = {
  firstName: "Camilo",
  building: {
    name: "Edificio Mirador del Parque",
    address: "Cra. 7 # 72-41, Bogotá",
    timeZone: "America/Bogota",
  },
  hours: null,
  from: "2026-11-20T20:05:00.000Z",
  until: "2026-11-21T04:00:00.000Z",
  entriesLeft: 4,
  code: "482915",
  refusal: null,
  mayRing: true,
};
const session = { token: "guest-1", expiresAt: "2026-11-20T21:00:00.000Z", pass };

/** Opens the page as its address would. */
const open = (
  replies: Replies,
  { hash = `#${SECRET}`, ...look }: Partial<(typeof everyLook)[number]> & { hash?: string } = {},
): Promise<void> =>
  openBarePage(
    { html, path: `/i/${hash}`, title: "Tu invitación · Umbral", begin: (place) => new GuestPage(place) },
    replies,
    look,
  );

it.each(everyLook)("a guest's page tells all that a guest needs: $size, $colorScheme", async (look) => {
  await open(new Replies().on(beginGuestSession, session), look);
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Hola, Camilo. Te esperan en Edificio Mirador del Parque");
  await expect.element(page.getByRole("status")).toHaveTextContent("Puedes entrar ahora.");
  await expect.element(page.getByRole("img", { name: "Código QR de tu invitación" })).toBeVisible();
  await expect.element(page.getByText("482 915")).toBeVisible();
  await expect.element(page.getByText("Sirve para 4 personas.")).toBeVisible();
  await expect.element(page.getByText("20 nov 2026 11:00 PM")).toBeVisible();
  await wholePage();
  expect(await violations()).toEqual([]);
});

it("gives an entry for a calendar and the way there, and a way to ring where one may", async () => {
  await open(new Replies().on(beginGuestSession, session));
  const calendar = page.getByRole("link", { name: "Agregar al calendario" });
  await expect.element(calendar).toHaveAttribute("download", "visita.ics");
  const entry = await (await fetch(calendar.element().getAttribute("href") ?? "")).text();
  expect(entry).toContain("SUMMARY:Visita a Edifici");
  await expect.element(page.getByRole("link", { name: "Cómo llegar" })).toHaveAttribute("target", "_blank");
  await expect.element(page.getByRole("button", { name: "Estoy en la entrada" })).toBeVisible();
});

it("says why not, and offers neither code nor call when there is none", async () => {
  const over = { ...pass, refusal: "taken-back", code: null, mayRing: false } as const;
  await open(new Replies().on(beginGuestSession, { ...session, pass: over }));
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("Esta invitación se retiró. Habla con quien te invitó.");
  expect(page.getByRole("button").elements()).toEqual([]);
  expect(page.getByRole("img").elements()).toEqual([]);
});

it("an address that nobody was given is told once, and not tried again", async () => {
  const replies = new Replies().on(beginGuestSession, failing(refused("GUEST_PAGE_NOT_VALID")));
  await open(replies);
  await expect.element(page.getByRole("alert")).toHaveTextContent(/^Esta invitación no existe/);
  expect(page.getByRole("button").elements()).toEqual([]);
  await wholePage();
  expect(await violations()).toEqual([]);
});

it("an address that was cut short is told without asking anybody", async () => {
  const replies = new Replies().on(beginGuestSession, session);
  await open(replies, { hash: "#short" });
  await expect.element(page.getByRole("alert")).toHaveTextContent(/^Esta dirección no está completa/);
  expect(replies.asked(beginGuestSession)).toEqual([]);
});

it("without a connection it is tried again by hand; a session that is over begins anew by itself", async () => {
  const replies = new Replies().on(beginGuestSession, failing(new NoAnswer()));
  await open(replies);
  await expect.element(page.getByRole("alert")).toHaveTextContent(/^No pudimos comunicarnos/);
  replies.on(beginGuestSession, session);
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(page.getByText("482 915")).toBeVisible();

  replies.on(readOwnPass, failing(refused("SIGN_IN_REQUIRED")));
  replies.on(beginGuestSession, { ...session, token: "guest-2", pass: { ...pass, code: "111222" } });
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText("111 222")).toBeVisible();
});

it("shows the page that was opened last, also where the answer of the one before comes after it", async () => {
  const slow = held(session);
  const other = { ...session, token: "guest-2", pass: { ...pass, firstName: "Gabriela", code: "111222" } };
  const replies = new Replies()
    .on(beginGuestSession, ({ body }) => (body.secret === SECRET ? slow.answer() : other))
    .on(readOwnPass, ({ token }) => ({ pass: token?.endsWith("guest-2") ? other.pass : pass }));
  await open(replies);
  await slow.isAsked;
  location.hash = `#${"b".repeat(43)}`;
  await expect.element(page.getByText("111 222")).toBeVisible();
  slow.letGo();
  await nextFrames();
  await expect.element(page.getByText("111 222")).toBeVisible();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => replies.asked(readOwnPass)).toHaveLength(1);
  expect(replies.asked(readOwnPass)[0]?.token).toMatch(/guest-2$/);
  await expect.element(page.getByText("111 222")).toBeVisible();
});
