import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { readDoors } from "@umbral/contract/doors/administering-doors.contract";
import {
  type ApiToken,
  listTokens,
  makeToken,
  takeTokenBack,
} from "@umbral/contract/integrations/tokens.contract";
import {
  type Delivery,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  renewWebhookSecret,
  sendAgain,
  tryWebhook,
  type Webhook,
} from "@umbral/contract/integrations/webhooks.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { leaveBefore } from "../../../testing/screens/leaving.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { failing, held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const token: ApiToken = {
  id: idOf(0x7a),
  name: "Domótica de la torre",
  prefix: "umb_4fK2",
  rights: ["doors:read", "doors:open", "events:read"],
  doors: [{ id: idOf(0xd1), name: "Entrada" }],
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: null,
  isExpired: false,
  lastUsedAt: "2026-11-20T15:00:00.000Z",
  lastUsedFrom: "190.0.2.10",
};
const webhook: Webhook = {
  id: idOf(0x7b),
  name: "Servidor de avisos",
  address: "https://avisos.example/umbral",
  kinds: ["opened", "alarm"],
  tellsNames: false,
  state: "failing",
  since: "2026-11-20T14:00:00.000Z",
  createdAt: "2026-11-19T12:00:00.000Z",
  oldUntil: null,
};
const delivered: Delivery = {
  id: idOf(0x7c),
  webhook: { id: webhook.id, name: webhook.name },
  kind: "opened",
  state: "delivered",
  createdAt: "2026-11-20T13:00:00.000Z",
  attempts: 1,
  nextAttemptAt: null,
  lastAttemptAt: "2026-11-20T13:00:01.000Z",
  lastStatus: 204,
  lastFault: null,
  lastMs: 84,
};
const failed: Delivery = {
  ...delivered,
  id: idOf(0x7d),
  kind: "alarm",
  state: "failed",
  attempts: 8,
  lastStatus: null,
  lastFault: "timeout",
  lastMs: 10_000,
};
const TAB = `/admin-dashboard/buildings/${mirador.id}/settings?ver=integraciones`;
const replies = ({ tokens = [token], webhooks = [webhook], deliveries = [failed, delivered] } = {}) =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readDoors, { doors: [] })
    .on(listTokens, { tokens })
    .on(listWebhooks, { webhooks })
    .on(listDeliveries, ({ query }) => ({
      deliveries: deliveries.filter(({ state }) => query.state === undefined || state === query.state),
      totalPages: 1,
    }));
/** The filters have the same words. */
const inTable = (words: string) => page.getByRole("table").getByText(words, { exact: true });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

for (const look of everyLook) {
  test(`tokens, webhooks and what left say how they are, ${look.size} and ${look.colorScheme}`, async () => {
    await renderScreen(TAB, { as: platformAdministrator(), replies: replies(), ...look });
    await expect.element(page.getByText("Abre: Entrada")).toBeVisible();
    await expect.element(page.getByText("No responde, desde el 20 nov 2026 9:00 AM")).toBeVisible();
    await expect.element(inTable("No entregado")).toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);
  });
}

test("a token is made with what it may, shown once, and taken back after a question", async () => {
  const answers = replies({ tokens: [], webhooks: [], deliveries: [] });
  answers.on(makeToken, { token: { ...token, rights: ["doors:read"], doors: [] }, secret: "umb_secreto" });
  await renderScreen(TAB, { as: platformAdministrator(), replies: answers });
  await button("Crear token").click();
  const form = page.getByRole("dialog", { name: "Crear token" });
  await form.getByLabelText("Nombre").fill("Domótica de la torre");
  await form.getByRole("button", { name: "Crear token" }).click();
  await expect.element(form.getByText("* Elige al menos un permiso")).toBeVisible();
  await form.getByLabelText("Abrir las puertas que elijas").click();
  await form.getByRole("button", { name: "Crear token" }).click();
  await expect.element(form.getByText("* Elige al menos una puerta")).toBeVisible();
  await form.getByLabelText("Abrir las puertas que elijas").click();
  await form.getByLabelText("Leer las puertas y su estado").click();
  expect(await violations()).toEqual([]);
  answers.on(listTokens, { tokens: [token] }).on(takeTokenBack, { ok: true });
  await form.getByRole("button", { name: "Crear token" }).click();
  await expect.element(page.getByText("umb_secreto")).toBeVisible();
  expect(answers.asked(makeToken)[0]?.body).toEqual({
    name: "Domótica de la torre",
    rights: ["doors:read"],
    doorIds: [],
    expiresAt: null,
  });
  await button("Ya lo guardé").click();
  await expect.element(page.getByText("umb_secreto")).not.toBeInTheDocument();
  await button("Retirar Domótica de la torre").click();
  answers.on(listTokens, { tokens: [] });
  await button("Continuar").click();
  await expect.element(page.getByText("Ningún programa entra todavía.")).toBeVisible();
});

test("that a token was taken back is told to nobody after who did it has left", async () => {
  const late = held({ ok: true as const });
  const answers = replies({ tokens: [token], webhooks: [], deliveries: [] }).on(takeTokenBack, late.answer);
  await renderScreen(TAB, { as: platformAdministrator(), replies: answers });
  await button(`Retirar ${token.name}`).click();
  await button("Continuar").click();
  await leaveBefore(late);
  expect(page.getByRole("status").getByText(/./).elements()).toEqual([]);
});

test("doors that could not be read are not said to be none", async () => {
  const answers = replies().on(readDoors, failing(refused("UNAVAILABLE")));
  await renderScreen(TAB, { as: platformAdministrator(), replies: answers });
  await button("Crear token").click();
  const form = page.getByRole("dialog", { name: "Crear token" });
  await form.getByLabelText("Abrir las puertas que elijas").click();
  await expect.element(form.getByText("No pudimos cargar esta información.")).toBeVisible();
  await expect.element(form.getByText("Este edificio todavía no tiene puertas.")).not.toBeInTheDocument();
  answers.on(readDoors, { doors: [] });
  await form.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(form.getByText("Este edificio todavía no tiene puertas.")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("a webhook that lost its secret says so, what to do, and nothing of a day more", async () => {
  const lost: Webhook = { ...webhook, state: "secret-lost" };
  const answers = replies({ tokens: [], webhooks: [lost], deliveries: [] });
  await renderScreen(TAB, { as: platformAdministrator(), replies: answers });
  await expect
    .element(page.getByText("Desactivado porque se perdió su secreto, desde el 20 nov 2026 9:00 AM"))
    .toBeVisible();
  await expect.element(page.getByText(/^Crea un secreto nuevo, ponlo en tu servidor/)).toBeVisible();
  await expect.element(button(`Enviar prueba a ${webhook.name}`)).not.toBeInTheDocument();
  answers.on(renewWebhookSecret, { webhook: { ...lost, state: "off" }, secret: "whsec_otro" });
  await button(`Secreto nuevo para ${webhook.name}`).click();
  await expect.element(page.getByText(/^El de antes ya no se puede usar/)).toBeVisible();
  await button("Continuar").click();
  await expect.element(page.getByText("whsec_otro")).toBeVisible();
});

test("a webhook's address is refused in words, and its secret is shown once", async () => {
  const answers = replies({ webhooks: [], deliveries: [] });
  answers.on(makeWebhook, failing(refused("WEBHOOK_ADDRESS_NOT_VALID")));
  await renderScreen(TAB, { as: platformAdministrator(), replies: answers, size: "tablet" });
  await button("Crear webhook").click();
  const form = page.getByRole("dialog", { name: "Crear webhook" });
  await form.getByLabelText("Nombre", { exact: true }).fill("Servidor de avisos");
  await form.getByLabelText("Dirección", { exact: true }).fill("https://10.0.0.1/");
  await form.getByRole("button", { name: "Crear webhook" }).click();
  await expect.element(page.getByText(/^\* Escribe una dirección pública/)).toBeVisible();
  expect(await violations()).toEqual([]);
  answers.on(makeWebhook, { webhook: { ...webhook, state: "on", since: null }, secret: "whsec_secreto" });
  await form.getByLabelText("Dirección", { exact: true }).fill("https://avisos.example/umbral");
  await form.getByRole("button", { name: "Crear webhook" }).click();
  await expect.element(page.getByText("whsec_secreto")).toBeVisible();
  expect(answers.asked(makeWebhook).at(-1)?.body).toMatchObject({
    address: "https://avisos.example/umbral",
    tellsNames: false,
  });
});

test("what left is narrowed by its state, shown whole, and sent again", async () => {
  const answers = replies()
    .on(sendAgain, { delivery: { ...failed, state: "waiting", attempts: 0 } })
    .on(tryWebhook, { delivery: { ...delivered, kind: "test", state: "waiting", attempts: 0 } });
  await renderScreen(TAB, { as: platformAdministrator(), replies: answers, size: "desktop" });
  await page.getByText("Filtros").click();
  await page.getByRole("combobox", { name: "Estado" }).selectOptions("failed");
  await expect.element(inTable("Entregado")).not.toBeInTheDocument();
  await expect.element(inTable("No entregado")).toBeVisible();
  // As everywhere: what is set is in the address, and comes back with it.
  expect(new URLSearchParams(location.search).get("estado")).toBe("failed");
  await page.getByRole("button", { name: /^Ver detalles de Alerta/ }).click();
  await expect.element(page.getByText("no respondió a tiempo")).toBeVisible();
  await button("Enviar otra vez: Alerta, Servidor de avisos").click();
  await expect.element(page.getByText("Va otra vez en camino.")).toBeVisible();
  expect(answers.asked(sendAgain)[0]?.params).toEqual({ id: mirador.id, deliveryId: failed.id });
  await button("Enviar prueba a Servidor de avisos").click();
  await expect.element(page.getByText(/^La prueba va en camino/)).toBeVisible();
});
