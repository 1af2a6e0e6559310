import type { APIRequestContext } from "@playwright/test";

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
