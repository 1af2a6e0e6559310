import type { CompiledQuery } from "kysely";

/** The roots of all of them. */
const roots = new WeakSet<object>();

/** Notes that what is asked from this root is small: it is asked with every request. */
export function noteSmall({ query }: Pick<CompiledQuery, "query">): void {
  roots.add(query);
}

export const isSmall = ({ query }: Pick<CompiledQuery, "query">): boolean => roots.has(query);
