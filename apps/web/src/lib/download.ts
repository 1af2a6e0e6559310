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
 * Throws what `call` throws; a file that broke off is not kept.
 */
export function download<E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  ...rest: Rest<CallInput<E> & { form?: FileForm | undefined }>
): Promise<void>;
export async function download(
  method: string,
  path: string,
  given: Given & { form?: FileForm | undefined } = {},
): Promise<void> {
  const response = await provenFirst(async () => {
    const token = session.current()?.token;
    const answer = await send(method, path, given, token);
    if (!answer.ok) {
      await settle(answer, token);
    }
    return answer;
  });
  let file: Blob;
  try {
    file = await response.blob();
  } catch (cause) {
    if (given.signal?.aborted) {
      throw cause;
    }
    throw new NoConnection(`${method} ${path} broke off`, { cause });
  }
  const name = nameIn(response.headers.get("content-disposition")) ?? "umbral.csv";
  if (given.form === "xlsx") {
    // Fetched by whoever wants one.
    const { workbookOf } = await import("./xlsx.ts");
    const workbook = workbookOf(await file.text());
    keepFile(workbook, name.replace(/\.csv$/, ".xlsx"));
  } else {
    keepFile(file, name);
  }
}

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
