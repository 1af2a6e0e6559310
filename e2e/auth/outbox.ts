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

/** The newest code that was sent to somebody; empty while there is none. */
export async function codeSentTo(request: APIRequestContext, to: string): Promise<string> {
  const codes = (await messagesFor(request, to)).map(({ body }) => /código(?: de Umbral)? es (\d{6})/.exec(body)?.[1]);
  return codes.find((code) => code !== undefined) ?? "";
}

/** Opens the invitation that was sent to an address, as far as the code that is sent there proves it theirs. */
export async function openInvitation(page: Page, to: string): Promise<void> {
  await expect.poll(() => linkSentTo(page.request, to, "/invitacion")).not.toBe("");
  await page.goto(await linkSentTo(page.request, to, "/invitacion"));
  await page.getByRole("button", { name: "Enviar código" }).click();
  await expect.poll(() => codeSentTo(page.request, to)).not.toBe("");
  await page.getByLabel("Código").fill(await codeSentTo(page.request, to));
  await page.getByRole("button", { name: "Continuar" }).click();
}

/** Chooses the password of a new account, and accepts. */
export async function acceptInvitation(page: Page, password: string): Promise<void> {
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByLabel("Confirma la contraseña").fill(password);
  await page.getByLabel("Acepto los términos y condiciones").check();
  await page.getByRole("button", { name: "Aceptar la invitación" }).click();
  await expect(page.getByText("Tu acceso está activo. Inicia sesión con tu cédula.")).toBeVisible();
}
