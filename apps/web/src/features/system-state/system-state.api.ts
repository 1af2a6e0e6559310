import { useQuery } from "@tanstack/react-query";
import type { readDiagnosis, readSystemState } from "@umbral/contract/system-state/system-state.contract";
import { call } from "../../lib/call.ts";
import { keepWhileSignedIn } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The server looks as often. */
const LOOK_AGAIN_MS = 30_000;

/** How controllers, devices and the server are. */
export const useSystemState = () =>
  useQuery({
    ...queryOf<typeof readSystemState>("GET", "/api/{product}/system-state"),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Keeps a file about this installation, for whoever helps. */
export const downloadDiagnosis = (): Promise<void> =>
  keepWhileSignedIn(async (signal) => {
    const { name, text } = await call<typeof readDiagnosis>("GET", "/api/{product}/system-state/diagnosis", {
      signal,
    });
    return { file: new Blob([text], { type: "application/json" }), name };
  });
