import { startDemonstrations } from "../apps/server/testing/demonstration.ts";

/** Before the first story of a run; what it returns runs after the last one. */
export default async function setUp(): Promise<() => Promise<void>> {
  const demonstrations = await startDemonstrations();
  return () => demonstrations.stop();
}
