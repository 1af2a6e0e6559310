import { readDemonstration } from "@umbral/contract/controllers/demonstration.contract";
import { type OutboxMessage, readOutbox } from "@umbral/contract/notifications/notifications.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { idOf } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { formatDay } from "../../lib/dates.ts";

const mail: OutboxMessage = {
  id: idOf(0x0b1),
  channel: "mail",
  to: "andres.residente@example.com",
  subject: "Recupera tu contraseña",
  body: `Crea una contraseña nueva aquí: http://localhost:8080/reset_password?token=${"a".repeat(43)}`,
  createdAt: "2026-11-20T15:00:00.000Z",
};

test("the outbox is found from the other side of the building, and shows by itself what is sent", async () => {
  const replies = new Replies().on(readDemonstration, { buildings: [] }).on(readOutbox, { messages: [] });
  const screen = await renderScreen("/demo", { size: "phone", replies });
  await page.getByRole("link", { name: "Leer el buzón" }).click();
  await expect.poll(screen.path).toBe("/demo/outbox");
  await expect.element(page.getByRole("heading", { name: "Buzón de la demostración" })).toBeVisible();
  await expect.element(page.getByText("El buzón está vacío.")).toBeVisible();
  expect(await violations()).toEqual([]);

  replies.on(readOutbox, { messages: [mail] });
  const message = page.getByRole("article", { name: mail.subject });
  await expect.element(message.getByText("Correo")).toBeVisible();
  await expect.element(message.getByText(`Para ${mail.to}`)).toBeVisible();
  // The link in the mail is the way on.
  await expect
    .element(message.getByRole("link"))
    .toHaveAttribute("href", expect.stringMatching(/\/reset_password\?token=a{43}$/));
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("messages stand under their days, the newest first", async () => {
  const now = new Date();
  const messages = [0, 0, 1, 400].map((days, at) => ({
    ...mail,
    id: idOf(0x0c0 + at),
    createdAt: new Date(now.getTime() - days * 86_400_000).toISOString(),
  }));
  await renderScreen("/demo/outbox", { replies: new Replies().on(readOutbox, { messages }) });
  const heads = () =>
    page
      .getByRole("heading", { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(heads).toEqual(["Hoy", "Ayer", formatDay(messages[3]?.createdAt ?? now)]);
  const today = page.getByRole("list", { name: "Hoy" });
  expect(today.getByRole("article", { name: mail.subject }).elements()).toHaveLength(2);
  expect(await violations()).toEqual([]);
});

test("an outbox that cannot be read says so, and is read again by hand", async () => {
  const replies = new Replies().on(readOutbox, failing(refused("UNAVAILABLE")));
  await renderScreen("/demo/outbox", { replies });
  const again = page.getByRole("button", { name: "Intentar de nuevo" });
  await expect.element(again).toBeVisible();
  replies.on(readOutbox, { messages: [mail] });
  await again.click();
  await expect.element(page.getByRole("article", { name: mail.subject })).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});
