import { randomUUID } from "node:crypto";
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

export async function giveCard(server: TestServer, userId: string, tag: string): Promise<void> {
  await server.db
    .insertInto("cards")
    .values({ id: randomUUID(), user_id: userId, tag, type: "CAR", created_at: server.clock.now() })
    .execute();
}

/** What somebody's actions changed, in order: before and after, or null for an action without. */
export async function changesOf(server: TestServer, actorId: string): Promise<unknown[]> {
  const lines = await server.db
    .selectFrom("audit_lines")
    .leftJoin("audit_values", (join) =>
      join.onRef("audit_values.line_id", "=", "audit_lines.id").on("audit_values.part", "=", "change"),
    )
    .select("audit_values.value")
    .where("audit_lines.actor_id", "=", actorId)
    .orderBy("audit_lines.id")
    .execute();
  return lines.map(({ value }): unknown => (value === null ? null : JSON.parse(value)));
}

/** The actions of somebody that were written down, in order. */
export async function actionsOf(server: TestServer, actorId: string): Promise<string[]> {
  const lines = await server.db
    .selectFrom("audit_lines")
    .select("action")
    .where("actor_id", "=", actorId)
    .orderBy("id")
    .execute();
  return lines.map(({ action }) => action);
}
