import { seen } from "./seen-messages.ts";
import { asking } from "./test-admin.ts";
import type { TestServer } from "./test-server.ts";

/** Messages to an address, from the outbox that `seeMessages` keeps. */
export async function messagesTo(
  server: TestServer,
  to: string,
): Promise<{ channel: string; body: string }[]> {
  return (await seen(server))
    .filter(({ recipient }) => recipient === to)
    .map(({ channel, body }) => ({ channel, body }));
}

/** The secret of the newest invitation that went to this address. */
export async function invitedToken(server: TestServer, to: string): Promise<string> {
  const bodies = (await messagesTo(server, to)).map(
    ({ body }) => /invitacion\?token=([\w-]+)/.exec(body)?.[1],
  );
  return bodies.filter((token) => token !== undefined).at(-1) ?? "";
}

/** The newest code that went to this address. */
export async function invitedCode(server: TestServer, to: string): Promise<string> {
  const bodies = (await messagesTo(server, to)).map(
    ({ body }) => /código(?: de Umbral)? es (\d{6})/.exec(body)?.[1],
  );
  return bodies.filter((code) => code !== undefined).at(-1) ?? "";
}

/** Accepts as whoever reads what is sent to `to`. @returns the answer of the acceptance */
export async function acceptAs(
  server: TestServer,
  to: string,
  { password = "una clave muy larga", way = to.includes("@") ? "mail" : "sms", acceptTerms = true } = {},
) {
  const ask = asking(server, null);
  const token = await invitedToken(server, to);
  await ask("POST", "/api/invitations/code", { token, way });
  const code = await invitedCode(server, to);
  return ask("POST", "/api/invitations/acceptance", { token, code, password, acceptTerms });
}
