import { type APIRequestContext, expect, type Page } from "@playwright/test";

interface Message {
  channel: string;
  to: string;
  subject: string;
  body: string;
}

/** What the demonstration's outbox holds for somebody, newest first. */
export async function messagesFor(request: APIRequestContext, to: string): Promise<Message[]> {
  const { messages } = (await (await request.get("/api/demo/outbox")).json()) as { messages: Message[] };
  return messages.filter((message) => message.to === to);
}

/** The path and query of the newest link to one of our pages that was sent to somebody. */
export async function linkSentTo(request: APIRequestContext, to: string, page: string): Promise<string> {
  const [newest] = (await messagesFor(request, to)).filter(({ body }) => body.includes(`${page}?token=`));
  const path = /https?:\/\/[^/\s]+(\/\S+)/.exec(newest?.body ?? "")?.[1];
  return path ?? "";
}

/** The codes that were sent to somebody, newest first. */
async function codesSentTo(request: APIRequestContext, to: string): Promise<string[]> {
  return (await messagesFor(request, to)).flatMap(
    ({ body }) => /código(?: de Umbral)? es (\d{6})/.exec(body)?.[1] ?? [],
  );
}

/** Asks for the code of the invitation that is open, and types the one that comes. */
export async function proveAddress(page: Page, to: string): Promise<void> {
  const before = (await codesSentTo(page.request, to)).length;
  await page.getByRole("button", { name: "Enviar código" }).click();
  await expect.poll(async () => (await codesSentTo(page.request, to)).length).toBe(before + 1);
  const [newest = ""] = await codesSentTo(page.request, to);
  await page.getByLabel("Código").fill(newest);
  await page.getByRole("button", { name: "Continuar" }).click();
}

/** Opens the invitation that was sent to an address, as far as the code that is sent there proves it theirs. */
export async function openInvitation(page: Page, to: string): Promise<void> {
  await expect.poll(() => linkSentTo(page.request, to, "/invitacion")).not.toBe("");
  await page.goto(await linkSentTo(page.request, to, "/invitacion"));
  await proveAddress(page, to);
}

/** Chooses the password of a new account, and accepts. */
export async function acceptInvitation(page: Page, password: string): Promise<void> {
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByLabel("Confirma la contraseña").fill(password);
  await page.getByLabel("Acepto los términos y condiciones").check();
  await page.getByRole("button", { name: "Aceptar la invitación" }).click();
  await expect(page.getByText("Tu acceso está activo. Inicia sesión con tu cédula.")).toBeVisible();
}
