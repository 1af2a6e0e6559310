// @ts-check
/* Loaded before a controller: its clock on the wall differs from the machine's by what a file says, in milliseconds. */
import { readFileSync } from "node:fs";

const file = process.env["CLOCK_SHIFT_FILE"];
const RealDate = Date;

function shifted() {
  try {
    return RealDate.now() + (file === undefined ? 0 : Number(readFileSync(file, "utf8")));
  } catch {
    return RealDate.now();
  }
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [shifted()] : args, made),
  get: (target, name) => (name === "now" ? shifted : Reflect.get(target, name)),
});
