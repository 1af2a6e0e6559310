import { expect, it } from "vitest";
import { isSigned, parseForm, signatureFor } from "./provider-signature.ts";

/** The example that the provider's own documentation works through. */
const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
const form = {
  CallSid: "CA1234567890ABCDE",
  Caller: "+14158675309",
  Digits: "1234",
  From: "+14158675309",
  To: "+18005551212",
};
const signature = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";

it("signs as the provider does", () => {
  expect(signatureFor("12345", url, form)).toBe(signature);
  expect(isSigned("12345", url, form, signature)).toBe(true);
});

it("takes no other token, address, field, value or signature", () => {
  expect(isSigned("12346", url, form, signature)).toBe(false);
  expect(isSigned("12345", `${url}&x=1`, form, signature)).toBe(false);
  expect(isSigned("12345", url, { ...form, Digits: "9" }, signature)).toBe(false);
  expect(isSigned("12345", url, { ...form, More: "x" }, signature)).toBe(false);
  expect(isSigned("12345", url, form, "")).toBe(false);
  expect(isSigned("12345", url, form, `${signature}=`)).toBe(false);
});

it("reads a form, a field that comes twice with both values, and no endless one", () => {
  expect(parseForm("a=1&b=%C3%A9+x&a=2&__proto__=y")).toEqual(
    Object.fromEntries([
      ["a", ["1", "2"]],
      ["b", "é x"],
      ["__proto__", "y"],
    ]),
  );
  expect(parseForm(Array.from({ length: 101 }, (_, index) => `f${index}=`).join("&"))).toBeNull();
});
