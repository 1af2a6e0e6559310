import { currentUser, init, userLogin } from "@umbral/contract/auth/auth.contract";
import { listCameras } from "@umbral/contract/cameras/cameras.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ServerLine } from "../../../testing/screens/line.ts";
import { everyLook, violations } from "../../../testing/screens/look.ts";
import { home, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const shows = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();

describe("the screens before anybody is in have nothing axe would complain of", () => {
  for (const look of everyLook) {
    test(`${look.size}, ${look.colorScheme}`, async () => {
      await renderScreen("/", look);
      await expect.element(page.getByLabelText("Cédula")).toBeVisible();
      expect(await violations()).toEqual([]);
      await renderScreen("/recuperar", look);
      await expect
        .element(page.getByRole("button", { name: "Solicitar recuperar contraseña" }))
        .toBeVisible();
      expect(await violations()).toEqual([]);
      await renderScreen("/reset_password", look);
      await expect.element(page.getByText("Falta el enlace")).toBeVisible();
      expect(await violations()).toEqual([]);
      await renderScreen("/reset_password?token=x", look);
      await press("Aceptar");
      await shows("* Debes ingresar una contraseña");
      expect(await violations()).toEqual([]);
    });
  }
});

describe("whoever signs in comes to their own place", () => {
  const places = [
    ["RESIDENTE_TEMPORAL", "/building/dashboard"],
    ["PROPIETARIO", "/building/dashboard"],
    ["PORTERIA", "/acceso"],
    ["CONSERJE", "/profile"],
    ["POLICIA", "/profile"],
  ] as const satisfies [Role, string][];
  for (const [role, place] of places) {
    test(`${role}: ${place}`, async () => {
      const who = somebody(role, "Alguien de Aquí", place === "/building/dashboard" ? home : null);
      const replies = new Replies()
        .on(userLogin, who)
        .on(currentUser, { user: who.user, spaces: who.spaces })
        .on(pendingEmail, { pending: null })
        .on(listCameras, { cameras: [] })
        .on(listDoors, { doors: [] });
      const line = new ServerLine().on(init, { userId: who.user.id, socketId: "line-1" });
      const screen = await renderScreen("/", { size: "phone", replies, line });
      await page.getByLabelText("Cédula").fill("1000000003");
      await page.getByLabelText("Contraseña", { exact: true }).fill("tres loros en la mesa");
      await press("Iniciar");
      await expect.poll(() => screen.path()).toBe(place);
    });
  }
});
