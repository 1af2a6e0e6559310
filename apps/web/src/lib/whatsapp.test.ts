import { expect, test } from "vitest";
import { whatsAppPath } from "./whatsapp.ts";

test("WhatsApp is opened at a number, or for a person to choose one", () => {
  expect(whatsAppPath("+573001234567", "Hola & adiós")).toBe(
    "https://wa.me/573001234567?text=Hola%20%26%20adi%C3%B3s",
  );
  expect(whatsAppPath("", "Hola")).toBe("https://wa.me/?text=Hola");
});
