import pg from "pg";
import { meterThisProcess } from "./meter.ts";
import type { Noted } from "./reads.captured.ts";

// Loaded into the built product before anything of its own: what it asks its database from `note` on is told at `noted`, so
// that a bare server can ask the very same. Until then, and from then on, its driver is as it is.
const { query } = pg.Client.prototype;
let noted: Noted[] | undefined;

function noteQueries(): void {
  Object.assign(pg.Client.prototype, {
    query(this: { host: string; port: number; user: string; database: string }, ...args: unknown[]) {
      if (noted === undefined) {
        return Reflect.apply(query, this, args);
      }
      const { text, values } = questionOf(args);
      if (text === undefined) {
        return Reflect.apply(query, this, args);
      }
      const { host, port, user, database } = this;
      const note: Noted = {
        text,
        values,
        began: performance.now(),
        ended: Number.POSITIVE_INFINITY,
        connection: { host, port, user, database },
      };
      noted.push(note);
      const end = () => {
        note.ended = performance.now();
      };
      const answered = args.at(-1);
      if (typeof answered === "function") {
        const ending = (...answer: unknown[]) => {
          end();
          Reflect.apply(answered, undefined, answer);
        };
        return Reflect.apply(query, this, [...args.slice(0, -1), ending]);
      }
      const answer: unknown = Reflect.apply(query, this, args);
      if (answer instanceof Promise) {
        answer.then(end, end);
      }
      return answer;
    },
  });
}

function questionOf([first, second]: readonly unknown[]): { text?: string; values: unknown[] } {
  const { text, values } = typeof first === "string" ? { text: first, values: second } : Object(first);
  return { ...(typeof text === "string" ? { text } : {}), values: Array.isArray(values) ? values : [] };
}

// Connections take the driver's function as they are opened: the product opens none before this.
noteQueries();
process.on("message", (asked: { kind: string }) => {
  if (asked.kind === "note") {
    noted = [];
    // What is read after this word is noted whole.
    process.send?.("noting");
  } else if (asked.kind === "noted") {
    process.send?.(noted);
    // Nothing is noted while it is measured.
    noted = undefined;
  }
});
meterThisProcess();
