import { expect, test } from "vitest";
import { addressOf, whatsAppPath } from "./home-address.ts";

test("one field takes a mail or a telephone, and nothing else", () => {
  expect(addressOf(" rosa@ejemplo.co ")).toEqual({ email: "rosa@ejemplo.co", phone: "" });
  expect(addressOf("300 123 4567")).toEqual({ email: "", phone: "+573001234567" });
  for (const wrong of ["", "rosa@", "12", "rosa"]) {
    expect(addressOf(wrong)).toBeNull();
  }
});

test("WhatsApp is opened at a number, or for a person to choose one", () => {
  expect(whatsAppPath("+573001234567", "Hola & adiós")).toBe(
    "https://wa.me/573001234567?text=Hola%20%26%20adi%C3%B3s",
  );
  expect(whatsAppPath("", "Hola")).toBe("https://wa.me/?text=Hola");
});
