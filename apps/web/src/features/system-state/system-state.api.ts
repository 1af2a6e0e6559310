import { useQuery } from "@tanstack/react-query";
import type { readSystemState } from "@umbral/contract/system-state/system-state.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The server looks as often. */
const LOOK_AGAIN_MS = 30_000;

/** How controllers, devices and the server are. */
export const useSystemState = () =>
  useQuery({
    ...queryOf<typeof readSystemState>("GET", "/api/{product}/system-state"),
    refetchInterval: LOOK_AGAIN_MS,
  });
