import { listAlarms } from "@umbral/contract/alarms/alarms.contract";
import { currentUser, init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import { doorAction, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { beginShift, endShift, pairKiosk, showShiftPin } from "@umbral/contract/kiosks/kiosks.contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { calmDesk } from "../../../testing/screens/desk.ts";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, lobbyDevice, somebody } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const device = lobbyDevice();
const pedro = lobbyDevice({ role: "PORTERIA", name: "Pedro Portero" });
const PIN = "274913";

const apartments = Array.from({ length: 8 }, (_, at) => ({
  id: idOf(0xa300 + at),
  name: `A-${101 + at}`,
  tower: { name: "A" },
}));
const atLobby = () => calmDesk(new Replies().on(apartmentDirectory, { apartments }));

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog", { name: "Comenzar turno" });
const press = async (digits: string) => {
  for (const digit of digits) {
    await dialog.getByRole("button", { name: digit, exact: true }).click();
  }
};

describe("a device of the lobby without a shift", () => {
  for (const look of everyLook) {
    test(`welcomes, rings homes by number and names nobody, ${look.size} and ${look.colorScheme}`, async () => {
      const { replies } = await renderScreen("/acceso", { as: device, replies: atLobby(), ...look });
      await expect.element(page.getByRole("heading", { name: "Te damos la bienvenida" })).toBeVisible();
      await expect.element(page.getByText("Edificio Mirador del Parque")).toBeVisible();
      await expect.element(button("Comenzar turno")).toBeVisible();
      expect(page.getByRole("link", { name: "Ver mi perfil" }).elements()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
      await page.getByRole("button", { name: "VISITANTE" }).click();
      await expect.element(page.getByRole("heading", { name: "¿A qué apartamento vas?" })).toBeVisible();
      await expect.element(button(/^Llamar a A-101/)).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      expect(await violations()).toEqual([]);
      expect(replies.asked(readLobbyDesk)).toEqual([]);
      expect(replies.asked(listAlarms)).toEqual([]);
    });
  }

  test("says what comes first when a guest's code is scanned, and keeps nothing of it", async () => {
    await renderScreen("/acceso-visitante", { as: device, replies: atLobby(), size: "tablet" });
    const search = page.getByLabelText("Buscar apartamento o torre");
    await expect.element(button(/^Llamar a A-101/)).toBeVisible();
    await commands.scan("482913");
    await expect
      .element(page.getByText("Sin turno no se leen códigos. Comienza tu turno y vuelve a leer el código."))
      .toBeVisible();
    await expect.element(search).toHaveValue("");
    await expect.element(button(/^Llamar a A-101/)).toBeVisible();
  });

  test("never sleeps: no push would wake it when it rings", async () => {
    const asked = vi.spyOn(navigator.wakeLock, "request");
    onTestFinished(() => asked.mockRestore());
    await renderScreen("/acceso", { as: somebody("PORTERIA", "Pedro Portero"), replies: atLobby() });
    await expect.element(page.getByRole("button", { name: "VISITANTE" })).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
    await renderScreen("/acceso", { as: device, replies: atLobby() });
    await expect.element(button("Comenzar turno")).toBeVisible();
    await expect.poll(() => asked.mock.calls).toContainEqual(["screen"]);
  });

  test("has nothing of anybody's in its menu, and no way to sign out", async () => {
    await renderScreen("/acceso", { as: device, replies: atLobby(), size: "tablet" });
    await page.getByRole("button", { name: "Menú", exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Menú principal" }).last();
    await expect.element(menu.getByRole("link", { name: "Acceso" })).toBeVisible();
    expect(menu.getByRole("link").elements()).toHaveLength(1);
    expect(button("Salir").elements()).toEqual([]);
  });

  test("is no device any more when it is taken back", async () => {
    const { line, path } = await renderScreen("/acceso", { as: device, replies: atLobby() });
    await expect.element(button("Comenzar turno")).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    line.endSession();
    await expect.element(page.getByLabelText("Contraseña", { exact: true })).toBeVisible();
    expect(path()).toBe("/");
    expect(localStorage.getItem("kioskToken")).toBeNull();
    expect(localStorage.getItem("kiosk")).toBeNull();
  });
});

describe("a shift", () => {
  for (const look of everyLook) {
    test(`is begun with document and PIN, ${look.size} and ${look.colorScheme}`, async () => {
      await renderScreen("/acceso", { as: device, replies: atLobby(), ...look });
      await button("Comenzar turno").click();
      await expect.element(dialog.getByLabelText("Cédula", { exact: true })).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  for (const look of everyLook) {
    test(`says whose it is over every screen, ${look.size} and ${look.colorScheme}`, async () => {
      await renderScreen("/acceso-visitante", { as: pedro, replies: atLobby(), ...look });
      await expect.element(page.getByRole("banner").getByText("Pedro Portero")).toBeVisible();
      await expect.element(button("Terminar turno")).toBeVisible();
      await expect.element(button(/^Llamar a A-101/)).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
      await button("Terminar turno").click();
      const question = page.getByRole("alertdialog", { name: "¿Terminar el turno?" });
      await expect.element(question).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      expect(await violations()).toEqual([]);
      await question.getByRole("button", { name: "Cancelar" }).click();
    });
  }

  test("makes a desk of the device, and leaves nothing of its person there when it ends", async () => {
    const replies = atLobby()
      .on(beginShift, failing(refused("SHIFT_NOT_BEGUN")))
      // The line says that the shift is over before its answer does.
      .on(endShift, () => {
        screen.line.endSession();
        return { ok: true as const };
      });
    const screen = await renderScreen("/acceso", { as: device, replies, size: "tablet" });
    await button("Comenzar turno").click();
    await press("1000000006");
    await dialog.getByLabelText("PIN de turno").click();
    await press("111111");
    await dialog.getByRole("button", { name: "Comenzar turno" }).click();
    await expect
      .element(dialog.getByText("* El documento o el PIN de turno no son correctos."))
      .toBeVisible();
    await expect.element(dialog.getByLabelText("PIN de turno")).toHaveValue("");
    await expect.element(dialog.getByLabelText("PIN de turno")).toHaveFocus();

    replies.on(beginShift, pedro).on(currentUser, ({ token }) => (token === pedro.token ? pedro : device));
    await press(PIN);
    await dialog.getByRole("button", { name: "Comenzar turno" }).click();
    await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
    expect(replies.asked(beginShift).at(-1)?.body).toEqual({ cedula: "1000000006", pin: PIN });
    await expect.element(page.getByRole("banner").getByText("Pedro Portero")).toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);

    await button("Terminar turno").click();
    await button("Continuar").click();
    await expect.element(button("Comenzar turno")).toBeVisible();
    expect(replies.asked(endShift)).toHaveLength(1);
    await expect.poll(screen.path).toBe("/acceso");
    expect(localStorage.getItem("authToken")).toBe(device.token);
    expect(Object.values({ ...localStorage }).join(" ")).not.toContain("Pedro");
  });

  test("is not begun by a guest's code that is scanned into its form", async () => {
    const replies = atLobby();
    await renderScreen("/acceso", { as: device, replies, size: "tablet" });
    await button("Comenzar turno").click();
    const said = page.getByText("Comienza primero tu turno y vuelve a leer el código.");
    const pin = dialog.getByLabelText("PIN de turno");
    const cedula = dialog.getByLabelText("Cédula", { exact: true });
    await cedula.fill("1000000006");
    await pin.fill(PIN);
    await commands.scan("482913");
    await expect.element(said).toBeVisible();
    await expect.element(pin).toHaveValue("");
    await pin.fill(PIN);
    await cedula.click();
    await commands.scan("482913");
    await expect.element(cedula).toHaveValue("1000000006");
    // A key of the pad has the focus after it was pressed: Enter would press it once more.
    await pin.click();
    await press("2");
    await commands.scan("482913");
    await expect.element(pin).toHaveValue("");
    expect(replies.asked(beginShift)).toEqual([]);
    await expect.element(cedula).toHaveValue("1000000006");
  });

  test("that the server ended leaves the device what it was", async () => {
    const replies = atLobby().on(beginShift, pedro);
    replies.on(currentUser, ({ token }) => (token === pedro.token ? pedro : device));
    const { line, path } = await renderScreen("/acceso", { as: device, replies, size: "tablet" });
    await button("Comenzar turno").click();
    await press("1");
    await dialog.getByLabelText("PIN de turno").click();
    await press(PIN);
    await dialog.getByRole("button", { name: "Comenzar turno" }).click();
    await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
    await expect.poll(() => line.sent(init).map(({ token }) => token)).toContain(pedro.token);
    line.endSession();
    await expect.element(button("Comenzar turno")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "¿A qué apartamento vas?" })).toBeVisible();
    expect(path()).toBe("/acceso-visitante");
  });

  test("asks for its PIN before a door that nobody opened for a while", async () => {
    const replies = atLobby()
      .on(listDoors, { doors: [mainDoor] })
      .on(showShiftPin, failing(refused("SHIFT_NOT_BEGUN")));
    const line = new ServerLine()
      .on(doorClock, { steadyMs: 1000 })
      .on(doorAction, failing(refused("SHIFT_PIN_ASKED")));
    await renderScreen("/acceso-visitante", { as: pedro, replies, line, size: "tablet" });
    await button("Abrir Puerta principal").click();
    const asked = page.getByRole("dialog", { name: "Escribe tu PIN de turno" });
    await expect.element(asked).toBeVisible();
    expect(await violations()).toEqual([]);
    const type = async (digits: string) => {
      for (const digit of digits) {
        await asked.getByRole("button", { name: digit, exact: true }).click();
      }
      await asked.getByRole("button", { name: "Continuar" }).click();
    };
    await type("111111");
    await expect.element(asked.getByText("* El documento o el PIN de turno no son correctos.")).toBeVisible();
    // It was typed, and is typed anew where the focus is.
    await expect.element(asked.getByLabelText("PIN de turno")).toHaveFocus();
    expect(asked.getByText("* Debes diligenciar el PIN de turno").elements()).toEqual([]);
    await asked.getByLabelText("PIN de turno").click();
    await commands.scan("482913");
    await expect.element(page.getByText("Escribe primero tu PIN y vuelve a leer el código.")).toBeVisible();
    await expect.element(asked.getByLabelText("PIN de turno")).toHaveValue("");
    expect(replies.asked(showShiftPin)).toHaveLength(1);
    replies.on(showShiftPin, { ok: true });
    line.on(doorAction, ({ action }) => ({ orderId: idOf(0xdef), doorId: mainDoor.id, action }));
    await type(PIN);
    await expect.element(asked).not.toBeInTheDocument();
    // Nothing opened by itself: whoever is there presses again.
    expect(line.sent(doorAction)).toHaveLength(1);
    await button("Abrir Puerta principal").click();
    await expect.poll(() => line.sent(doorAction)).toHaveLength(2);
  });
});

describe("pairing a device", () => {
  for (const look of everyLook) {
    test(`takes the code of the administration, ${look.size} and ${look.colorScheme}`, async () => {
      await renderScreen("/acceso/vincular", look);
      await expect
        .element(page.getByRole("heading", { name: "Vincular equipo de portería", level: 1 }))
        .toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  test("says why a code is none, and opens the welcome with one that is", async () => {
    const replies = atLobby().on(pairKiosk, failing(refused("KIOSK_CODE_NOT_VALID")));
    replies.on(currentUser, device);
    const { path, line } = await renderScreen("/acceso/vincular", { replies, line: new ServerLine() });
    await page.getByLabelText("Código de 8 números").fill("1234 0000");
    await button("Vincular equipo").click();
    await expect.element(page.getByText(/^\* El código no es válido o ya venció/)).toBeVisible();
    replies.on(pairKiosk, device);
    line.on(init, { userId: device.user.id, socketId: "line-1" });
    // It is typed anew in the place of the wrong one.
    await expect.element(page.getByLabelText("Código de 8 números")).toHaveFocus();
    await userEvent.keyboard("1234 5678");
    await expect.element(page.getByLabelText("Código de 8 números")).toHaveValue("1234 5678");
    await button("Vincular equipo").click();
    await expect.element(page.getByRole("heading", { name: "Te damos la bienvenida" })).toBeVisible();
    expect(replies.asked(pairKiosk).at(-1)?.body).toEqual({ code: "12345678" });
    expect(path()).toBe("/acceso");
  });

  test("is a small way from the welcome of who works at the lobby, and of nobody else", async () => {
    await renderScreen("/acceso", { as: somebody("PORTERIA", "Pedro Portero"), replies: atLobby() });
    await page.getByRole("link", { name: "Vincular equipo" }).click();
    await expect
      .element(page.getByText("Al vincularlo se cierra tu sesión en este navegador."))
      .toBeVisible();
    await renderScreen("/acceso", { as: somebody("VISITANTE_CONOCIDO", "Víctor"), replies: atLobby() });
    await expect.element(page.getByRole("heading", { name: "Te damos la bienvenida" })).toBeVisible();
    expect(page.getByRole("link", { name: "Vincular equipo" }).elements()).toEqual([]);
  });
});
