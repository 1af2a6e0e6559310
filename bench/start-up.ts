import { type Benchmark, percentile, rounded } from "./figures.ts";
import { childrenOf, commandOf, residentMegabytes, startProduct, temporaryFolder } from "./product.ts";

/** At rest: nobody signed in, first collections done. */
const REST_MS = 10_000;

/** From the start of the process to "ready", on a new data folder and on an existing one; memory at rest. */
export const startUp: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const first = await startProduct(folder.path);
  await first.stop();
  const again: number[] = [];
  for (let turn = 0; turn < (isLong ? 15 : 5); turn += 1) {
    const product = await startProduct(folder.path);
    again.push(product.readyAfterMs);
    await product.stop();
  }
  const product = await startProduct(folder.path);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const pid = product.process.pid ?? 0;
  const controllers = childrenOf(pid).filter((child) => commandOf(child).includes("controller"));
  const server = residentMegabytes(pid);
  const controller = Math.max(...controllers.map(residentMegabytes));
  await product.stop();
  await folder.remove();
  return [
    { name: "start-new-data-ms", value: rounded(first.readyAfterMs, 0) },
    { name: "start-existing-data-p50-ms", value: rounded(percentile(again, 0.5), 0) },
    { name: "start-existing-data-max-ms", value: rounded(Math.max(...again), 0) },
    { name: "server-at-rest-mb", value: rounded(server, 0) },
    { name: "controller-at-rest-mb", value: rounded(controller, 0) },
  ];
};
