import type { Endpoint } from "@umbral/contract/lib/endpoint";
import { type CallInput, type Given, send, settle } from "./call.ts";
import { NoConnection } from "./failures.ts";
import { provenFirst } from "./proof.ts";
import { session } from "./useSession.ts";

/** What a list is kept as: as the server gives it, or as a workbook that is made of it here. */
export type FileForm = "csv" | "xlsx";

type Rest<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/**
 * Fetches a file of the contract and hands it to the browser to keep, under the name that the server gave it:
 * `download<typeof exportOpenings>("GET", "/api/{product}/events/open-door.csv", { query })`. It is asked for
 * as everything is, with the session in a header: an address alone downloads nothing. Somebody pressed for it, so that a
 * second factor that is wanted for it is asked for there.
 * Throws what `call` throws; a file that broke off is not kept, and neither is one whose asker has left meanwhile
 * ({@link isOfWhoLeft}).
 */
export function download<E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  ...rest: Rest<Omit<CallInput<E>, "signal"> & { form?: FileForm | undefined }>
): Promise<void>;
export function download(
  method: string,
  path: string,
  given: Omit<Given, "signal"> & { form?: FileForm | undefined } = {},
): Promise<void> {
  return keepWhileSignedIn(async (signal) => {
    const response = await provenFirst(async () => {
      const token = session.current()?.token;
      const answer = await send(method, path, { ...given, signal }, token);
      if (!answer.ok) {
        await settle(answer, token);
      }
      return answer;
    });
    const file = await response.blob().catch((cause: unknown) => {
      throw new NoConnection(`${method} ${path} broke off`, { cause });
    });
    const name = nameIn(response.headers.get("content-disposition")) ?? "umbral.csv";
    if (given.form !== "xlsx") {
      return { file, name };
    }
    // Fetched by whoever wants one.
    const { workbookOf } = await import("./xlsx.ts");
    return { file: workbookOf(await file.text()), name: name.replace(/\.csv$/, ".xlsx") };
  });
}

/**
 * Hands the file that `take` brings to the browser to keep. It does not come to lie on a computer that whoever asked for it
 * has left meanwhile.
 */
export async function keepWhileSignedIn(
  take: (signal: AbortSignal) => Promise<{ file: Blob; name: string }>,
): Promise<void> {
  const token = session.current()?.token;
  const left = new AbortController();
  const stop = session.subscribe(() => {
    if (session.current()?.token !== token) {
      left.abort();
    }
  });
  try {
    const { file, name } = await take(left.signal);
    left.signal.throwIfAborted();
    keepFile(file, name);
  } catch (error) {
    left.signal.throwIfAborted();
    throw error;
  } finally {
    stop();
  }
}

/** Did it end because whoever asked has signed out? It is told to nobody else. */
export const isOfWhoLeft = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

function nameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1];
}

/** Hands a file to the browser to keep. */
export function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
