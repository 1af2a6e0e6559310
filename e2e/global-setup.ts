import { buildServer } from "./build-server.ts";

/** Before the first file of a run is read; what it returns runs after the last story. */
export default async function setUp(): Promise<() => Promise<void>> {
  await buildServer();
  const { startDemonstrations } = await import("#server");
  const demonstrations = await startDemonstrations();
  return () => demonstrations.stop();
}
