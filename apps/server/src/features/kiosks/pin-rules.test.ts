import { expect, it } from "vitest";
import { isEasyPin } from "./pin-rules.ts";

it("knows the PINs that anybody tries first", () => {
  for (const pin of ["000000", "123456", "98765432", "121212", "274274", "123123", "000006"]) {
    expect([pin, isEasyPin(pin, "1000000006")]).toEqual([pin, true]);
  }
  for (const pin of ["274913", "112358", "90125533", "1231234"]) {
    expect([pin, isEasyPin(pin, "1000000006")]).toEqual([pin, false]);
  }
});
