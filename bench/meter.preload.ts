import { meterThisProcess } from "./meter.ts";

// Loaded into the built product, so that it answers what it spent.
meterThisProcess();
