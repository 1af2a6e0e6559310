import { expect, test } from "vitest";
import { addressOf } from "./home-address.ts";

test("one field takes a mail or a telephone, and nothing else", () => {
  expect(addressOf(" rosa@ejemplo.co ")).toEqual({ email: "rosa@ejemplo.co", phone: "" });
  expect(addressOf("300 123 4567")).toEqual({ email: "", phone: "+573001234567" });
  for (const wrong of ["", "rosa@", "12", "rosa"]) {
    expect(addressOf(wrong)).toBeNull();
  }
});
