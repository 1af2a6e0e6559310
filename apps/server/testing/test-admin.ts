import type { TestPerson } from "./factories.ts";
import type { TestServer } from "./test-server.ts";

/** Asks as somebody, in JSON. */
export const asking =
  (server: TestServer, who: Pick<TestPerson, "headers"> | null) =>
  async (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) => {
    const reply = await server.app.http.inject({
      method,
      url,
      headers: who?.headers ?? {},
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };

/** The deeds of somebody that were written down, in order. */
export async function deedsOf(server: TestServer, actorId: string): Promise<string[]> {
  const lines = await server.db
    .selectFrom("audit_lines")
    .select("action")
    .where("actor_id", "=", actorId)
    .orderBy("id")
    .execute();
  return lines.map(({ action }) => action);
}
