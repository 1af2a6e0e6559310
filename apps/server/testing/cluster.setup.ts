import { startTestCluster } from "./cluster.ts";

/** The global setup of Vitest and of Playwright alike: what it returns runs at the end. */
export default async function setUpCluster(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  return () => cluster.stop();
}
