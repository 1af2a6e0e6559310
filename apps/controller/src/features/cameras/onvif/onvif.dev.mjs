// From the sources the thread needs somebody to read TypeScript for it: tsx does so in main threads by itself only.
import { register } from "tsx/esm/api";

register();
await import("./onvif.worker.ts");
