import { readAccess } from "@umbral/contract/access-control/access-levels.contract";
import {
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import {
  changeDoor,
  createDoor,
  type DoorFields,
  readDoors,
  tryDoorDevice,
  tryRelay,
} from "@umbral/contract/doors/administering-doors.contract";
import type { DeviceTrial, LastRead } from "@umbral/contract/doors/device-trial";
import type { ReaderState } from "@umbral/contract/doors/door-devices";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../testing/screens/access.ts";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { failing, failingUntilPressed, held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const replies = () =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readTowers, {
      towers: [
        {
          id: idOf(0x70a),
          name: "A",
          floors: [{ id: idOf(0xf00), name: "1", image: null, apartments: 2, doors: 0 }],
        },
      ],
    })
    .on(readCameras, { cameras: [] })
    .on(readAccess, miradorAccess)
    .on(readDoors, { doors: [] })
    .on(listDoors, { doors: [] })
    .on(createDoor, failing(refused("FAULT")));

const garage = {
  id: idOf(0xd00),
  name: "Garaje",
  localId: "2",
  scope: "building" as const,
  lockType: "fail-secure" as const,
  pulseMs: 1000,
  relay: { kind: "simulated" as const },
  left: 50,
  top: 50,
  tower: { id: idOf(0x70a), name: "A" },
  floor: { id: idOf(0xf00), name: "1" },
  cameras: [],
  contact: { kind: "simulated" as const },
  freeScheduleId: null,
  freesInEmergency: false,
  controllerId: null,
  heldOpenAfterSeconds: 30,
  reader: {
    kind: "osdp" as const,
    line: "/dev/ttyUSB0",
    baud: 9600 as const,
    address: 1,
    pairing: idOf(0xaaa),
  },
};

const SECURE =
  "Para un cerradero eléctrico: usa el contacto NA (NO) del relé (abierto en reposo). El relé le da corriente solo " +
  "mientras abre; si el controlador se apaga, la puerta sigue cerrada.";
const SAFE =
  "Para un electroimán: usa el contacto NC del relé (cerrado en reposo). El relé le corta la corriente solo mientras " +
  "abre; si el controlador se apaga, la puerta sigue cerrada.";
const BY_ITSELF = "El equipo debe soltar el relé por sí mismo: configura en él los segundos que abre.";
const MAY_STAY_OPEN = "si el controlador se apaga en ese momento, la puerta puede quedar abierta";

for (const colorScheme of ["light", "dark"] as const) {
  test(`a door's form says how its lock is wired, and what a crash leaves behind (${colorScheme})`, async () => {
    await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
      as: platformAdministrator(),
      replies: replies(),
      size: "phone",
      colorScheme,
    });
    await page.getByRole("button", { name: "Crear puerta" }).click();
    const form = page.getByRole("dialog");
    const lock = form.getByLabelText("Cerradura");
    await expect.element(lock).toHaveAccessibleDescription(SECURE);
    await lock.selectOptions("Sin energía queda abierta");
    await expect.element(lock).toHaveAccessibleDescription(SAFE);

    const byItself = form.getByText(BY_ITSELF, { exact: true });
    const mayStayOpen = form.getByText(MAY_STAY_OPEN);
    await expect.element(byItself).toBeVisible();
    await form.getByLabelText("Dirección que apaga (opcional)").fill("http://10.0.0.20/relay/0?turn=off");
    await expect.element(mayStayOpen).toBeVisible();
    await expect.element(byItself).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    // A door that is closed by its second address: the relay's pulse is the device's own.
    await form.getByLabelText("Relé", { exact: true }).fill("2$");
    await expect.element(byItself).toBeVisible();
    await form.getByLabelText("Tipo de relé").selectOptions("Simulado, para probar");
    await expect.element(byItself).not.toBeInTheDocument();
  });
}

test("a reader's form says what its channel needs from who stands beside it", async () => {
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies(),
    size: "phone",
  });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("Tipo de lector").selectOptions("OSDP (RS-485)");
  await expect.element(form.getByText("Pon el lector en modo de instalación y guarda")).toBeVisible();
  await form.getByLabelText("Canal seguro (recomendado)").click();
  await expect.element(form.getByText("quien toque los hilos lee las tarjetas")).toBeVisible();
  await form.getByRole("button", { name: "Crear puerta" }).click();
  await expect
    .element(form.getByLabelText("Línea", { exact: true }))
    .toHaveAccessibleDescription(/tcp:\/\/equipo:puerto/);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a template fills the form of a Wiegand board's lines, and a line of the board is tried on it", async () => {
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies(),
    size: "phone",
  });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("Tipo de lector").selectOptions("Wiegand por una placa serial");
  await form
    .getByLabelText("Forma de las líneas")
    .selectOptions("Número en decimal, sin paridad (34 bits): 0003768320");
  await expect.element(form.getByLabelText("Bits de la trama")).toHaveValue("34");
  const sample = form.getByLabelText("Prueba con una línea de la placa (opcional)");
  await sample.fill("0003768320");
  await expect.element(form.getByText("Se lee como la tarjeta 00398000.")).toBeVisible();
  await form.getByLabelText("La placa escribe también los bits de paridad").click();
  await expect.element(form.getByText("No es una tarjeta: la paridad no coincide.")).toBeVisible();
  await form.getByLabelText("Bits de la trama").fill("3");
  await form.getByRole("button", { name: "Crear puerta" }).click();
  await expect
    .element(form.getByLabelText("Bits de la trama"))
    .toHaveAccessibleDescription(/Escribe de 16 a 256/);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a relay is tried by the platform alone: who administers the building changes the door, and is not offered that", async () => {
  const path = `/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`;
  const doors = () => replies().on(readDoors, { doors: [garage] });
  await renderScreen(path, { as: platformAdministrator(), replies: doors() });
  await expect.element(page.getByRole("button", { name: /^Probar el relé/ })).toBeVisible();
  await renderScreen(path, { as: somebody("ADMINISTRADOR", "Alberto Administrador"), replies: doors() });
  await expect.element(page.getByRole("button", { name: /^Cambiar: / })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Probar el relé/ })).not.toBeInTheDocument();
});

test("a USB reader is offered no keypad, and a contact on the network is asked as its device wants", async () => {
  const made: DoorFields[] = [];
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies().on(createDoor, ({ body }) => {
      made.push(body);
      return { door: { ...garage, ...body, cameras: [], controllerId: null } };
    }),
    size: "phone",
  });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const form = page.getByRole("dialog");
  const keypad = form.getByLabelText("Tiene teclado", { exact: false });
  await form.getByLabelText("Nombre de la puerta").fill("Garaje");
  await form.getByLabelText("Relé", { exact: true }).fill("1");
  await form.getByLabelText("Tipo de relé").selectOptions("Simulado, para probar");
  await form.getByLabelText("Tipo de lector").selectOptions("OSDP (RS-485)");
  await keypad.click();
  await form.getByLabelText("Tipo de lector").selectOptions("USB tipo teclado");
  await expect.element(keypad).not.toBeInTheDocument();
  await form.getByLabelText("Equipo del lector").fill("/dev/input/event3");
  await form.getByLabelText("Sensor de apertura").selectOptions("Sensor de red (HTTP)");
  await form.getByLabelText("Dirección del sensor").fill("https://usuario:clave@10.0.0.7/estado");
  await form.getByLabelText("Texto cuando está abierta").fill("on");
  await form.getByLabelText("Texto cuando está cerrada").fill("off");
  await form.getByLabelText("Huella SHA-256 de su certificado").fill("A1:B2");
  await form.getByLabelText("Método").selectOptions("POST");
  await form.getByLabelText("Cuerpo que se envía").fill("{}");
  await form.getByRole("button", { name: "Crear puerta" }).click();
  const fingerprint = form.getByLabelText("Huella SHA-256 de su certificado");
  await expect.element(fingerprint).toHaveAccessibleDescription(/64 letras y números/);
  await fingerprint.fill("A1:".repeat(32));
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await form.getByRole("button", { name: "Crear puerta" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(made).toMatchObject([
    {
      reader: { kind: "keyboard-wedge", device: "/dev/input/event3" },
      contact: { kind: "http", method: "POST", body: "{}", certificate: "a1".repeat(32) },
    },
  ]);
  expect(made[0]?.reader).not.toHaveProperty("hasKeypad");
});

test("a door hangs on a UHPPOTE board, which is asked for once and said who decides", async () => {
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies().on(tryRelay, ({ body }) => ({
      isReached: body.relay.kind === "uhppote" && body.relay.serial === 405_419_896,
      sentence: "La placa respondió.",
    })),
    size: "phone",
  });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("Tipo de relé").selectOptions("Placa UHPPOTE");
  await expect
    .element(form.getByText("el relé y el lector deben estar los dos", { exact: false }))
    .toBeVisible();
  await form.getByLabelText("Tipo de lector").selectOptions("Placa UHPPOTE");
  await form.getByLabelText("Sensor de apertura").selectOptions("Placa UHPPOTE");
  await expect.element(form.getByText("decide la placa:", { exact: false })).toBeVisible();
  await expect.element(form.getByLabelText("Tiene teclado", { exact: false })).not.toBeInTheDocument();
  await form.getByLabelText("Dirección IP de la placa").fill("placa.local");
  await form.getByRole("button", { name: "Crear puerta" }).click();
  await expect
    .element(form.getByLabelText("Dirección IP de la placa"))
    .toHaveAccessibleDescription(/Escribe su dirección IP/);
  const trial = form.getByRole("button", { name: "Probar sin mover" });
  await expect.element(trial).toBeDisabled();
  await form.getByLabelText("Dirección IP de la placa").fill("10.0.0.40");
  await form.getByLabelText("Número de serie").fill("405419896");
  await trial.click();
  await expect.element(form.getByText("La placa respondió.")).toBeVisible();
  await form.getByLabelText("Una emergencia la deja libre como salida").click();
  await expect.element(form.getByText("solo da pulsos", { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a door's form says how its reader and contact are, why nothing is heard, and what is read when it is tried", async () => {
  const door = garage;
  const listening = { outcome: "listening", isSecure: true, isTampered: false, hasPower: true } as const;
  const reads: LastRead[] = [];
  const AT = new Date().toISOString();
  const why = "El lector no acepta la llave nueva: ponlo en modo de instalación y espera unos segundos.";
  const readers: ReaderState[] = [{ outcome: "away", why, since: "2026-01-05T15:00:00.000Z" }];
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies()
      .on(readDoors, { doors: [door] })
      .on(listDoors, {
        doors: [
          {
            ...door,
            line: "online",
            cameraId: null,
            mode: { mode: "locked", until: "2126-11-21T23:00:00.000Z", origin: null, isConfirmed: true },
            may: { operate: true },
          },
        ],
      })
      .on(tryDoorDevice, ({ query }): { trial: DeviceTrial } => ({
        trial:
          query.device === "reader"
            ? {
                device: "reader",
                state: readers[0] ?? listening,
                count: reads.length,
                last: reads.at(-1) ?? null,
              }
            : { device: "contact", state: { outcome: "known", isOn: false, since: AT }, count: 0 },
      })),
    size: "phone",
  });
  await expect.element(page.getByText("Bloqueada hasta el 21 nov 2126 6:00 PM")).toBeVisible();
  await page.getByRole("button", { name: "Ver detalles de Garaje" }).click();
  await page.getByRole("button", { name: "Cambiar: Garaje" }).click();
  await expect
    .element(page.getByText(`Ahora: sin respuesta desde el 5 ene 2026 10:00 AM. ${why}`))
    .toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Garaje", exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Ahora: cerrada, desde las? /)).toBeVisible();
  readers.length = 0;
  await expect.element(page.getByText("Ahora: el lector responde por un canal seguro.")).toBeVisible();
  await page.getByRole("button", { name: "Probar", exact: true }).first().click();
  await expect.element(page.getByText("Pasa una tarjeta por el lector", { exact: false })).toBeVisible();
  reads.push({ kind: "card", ending: "B2C3" });
  await expect.element(page.getByText("Leyó una tarjeta terminada en B2C3.")).toBeVisible();
  expect(await violations()).toEqual([]);
  // The table behind has its headers hidden on a phone.
  expect(beyondTheEdge().filter((what) => !what.startsWith("th:"))).toEqual([]);
});

test("a door whose relay and contact hang on the controller's pins says what its relay needs", async () => {
  const made: unknown[] = [];
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies()
      .on(tryRelay, ({ body }) => ({
        isReached: body.relay.kind === "gpio" && body.relay.line === 17,
        sentence: "El pin está libre.",
      }))
      .on(createDoor, ({ body }) => {
        made.push(body);
        throw refused("WIRE_TAKEN", {
          errors: [{ property: "contact.line", message: "ya lo usa el relé de Puerta 1" }],
        });
      }),
    size: "phone",
  });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("Nombre de la puerta").fill("Garaje");
  await form.getByLabelText("Relé", { exact: true }).fill("1");
  await form.getByLabelText("Tipo de relé").selectOptions("Pin del controlador (GPIO)");
  await expect.element(form.getByText("dtparam=strict_gpiod", { exact: false })).toBeVisible();
  await form.getByRole("button", { name: "Crear puerta" }).click();
  await expect.element(form.getByLabelText("Pin GPIO")).toHaveAccessibleDescription(/Escribe de 0 a 1023/);
  const trial = form.getByRole("button", { name: "Probar sin mover" });
  await expect.element(trial).toBeDisabled();
  await form.getByLabelText("Pin GPIO").fill("17");
  await trial.click();
  await expect.element(form.getByText("El pin está libre.")).toBeVisible();
  await form.getByLabelText("Sensor de apertura").selectOptions("Pin del controlador (GPIO)");
  await form.getByLabelText("Pin GPIO").last().fill("4");
  await form.getByLabelText("Dónde va el contacto").selectOptions("Entre el pin y 3,3 V");
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await form.getByRole("button", { name: "Crear puerta" }).click();
  await expect.poll(() => made).toHaveLength(1);
  expect(made).toMatchObject([
    {
      relay: { kind: "gpio", chip: "/dev/gpiochip0", line: 17, activeLow: false },
      contact: { kind: "gpio", line: 4, activeLow: false, bias: "pull-down", openIs: "open" },
    },
  ]);
  // What another device has is said where it was typed, until another is.
  const pin = form.getByLabelText("Pin GPIO").last();
  await expect.element(pin).toHaveAccessibleDescription(/Ya lo usa el relé de Puerta 1/);
  await expect.element(pin).toHaveFocus();
  await pin.fill("5");
  await expect.element(pin).not.toHaveAccessibleDescription(/Ya lo usa/);
});

test("a template fills the relay's fields, and a certificate is trusted by whoever was shown it", async () => {
  const certificate = "ab".repeat(32);
  const sentence = "El certificado del relé no es de confianza.";
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies().on(tryRelay, ({ body }) =>
      body.relay.kind === "http" && body.relay.certificate === certificate
        ? { isReached: true, sentence: "El relé respondió." }
        : { isReached: false, sentence, certificate },
    ),
    size: "phone",
  });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const form = page.getByRole("dialog");
  await form
    .getByLabelText("Plantilla del fabricante")
    .selectOptions("Hikvision (control de acceso o videoportero, ISAPI)");
  await expect.element(form.getByLabelText("Método")).toHaveValue("PUT");
  await expect
    .element(form.getByLabelText("Cuerpo que se envía (opcional)"))
    .toHaveValue("<RemoteControlDoor><cmd>open</cmd></RemoteControlDoor>");
  await form.getByLabelText("Plantilla del fabricante").selectOptions("Shelly (primera generación)");
  await expect.element(form.getByText("{seconds} en la dirección", { exact: false })).toBeVisible();
  await form
    .getByLabelText("Dirección que enciende")
    .fill("https://10.0.0.20/relay/0?turn=on&timer={seconds}");
  await form.getByRole("button", { name: "Probar sin mover" }).click();
  await expect.element(form.getByText(sentence)).toBeVisible();
  await form.getByRole("button", { name: "Confiar en el certificado AB:AB", exact: false }).click();
  await expect.element(form.getByText("Certificado de confianza", { exact: false })).toBeVisible();
  await form.getByRole("button", { name: "Probar sin mover" }).click();
  await expect.element(form.getByText("El relé respondió.")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a door's form frees it by a schedule and in an emergency, and says when its relay cannot", async () => {
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies(),
    size: "phone",
  });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("Nombre de la puerta").fill("Salida");
  await form.getByLabelText("Relé", { exact: true }).fill("7");
  await form.getByLabelText("Horario en que cualquiera entra").selectOptions("Horario de servicios");
  await form.getByLabelText("Una emergencia la deja libre como salida").click();
  await form.getByLabelText("Dirección que enciende").fill("http://10.0.0.20/relay/0?turn=on");
  const onlyPulses = form.getByText("El relé de esta puerta solo da pulsos", { exact: false });
  await expect.element(onlyPulses).toBeVisible();
  await form.getByLabelText("Dirección que apaga (opcional)").fill("http://10.0.0.20/relay/0?turn=off");
  await expect.element(onlyPulses).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("the list of doors says which of them a board opens while its controller is away, and which it opens now", async () => {
  const board = { kind: "uhppote", host: "10.0.0.40", serial: 405_419_896 } as const;
  const onBoard = (at: 1 | 2) => ({ relay: { ...board, door: at }, reader: { ...board, door: at } });
  const doors = [
    { ...garage, id: idOf(0xd01), name: "Principal", ...onBoard(1) },
    { ...garage, id: idOf(0xd02), name: "Parqueadero", ...onBoard(2) },
    { ...garage, id: idOf(0xd03), name: "Terraza", reader: null },
  ];
  const lines = ["online", "away", "online"] as const;
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: replies()
      .on(readDoors, { doors })
      .on(listDoors, {
        doors: doors.map((door, at) => ({
          ...door,
          line: lines[at] ?? "online",
          cameraId: null,
          may: { operate: true },
        })),
      }),
    size: "phone",
  });
  const said = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect.element(said("Principal")).toHaveTextContent("Si el controlador no está, decide la placa");
  await expect.element(said("Parqueadero")).toHaveTextContent("Ahora decide la placa");
  await expect.element(said("Terraza")).toHaveTextContent("No abre con tarjeta");
  const heights = page
    .getByRole("row")
    .elements()
    .slice(1)
    .map((line) => line.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThan(80);
  await wholePage();
  expect(await violations()).toEqual([]);
});

test("a door that is renamed is changed in its name alone, and one that stays as it is not at all", async () => {
  // Half of it cannot be read off the form: it stays what it is.
  const door = { ...garage, reader: null, contact: null, heldOpenAfterSeconds: 45 };
  const given = replies()
    .on(readDoors, { doors: [door] })
    .on(changeDoor, { door });
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies: given,
  });
  const form = page.getByRole("dialog");
  const save = form.getByRole("button", { name: "Guardar cambios" });
  await page.getByRole("button", { name: "Cambiar: Garaje" }).click();
  await save.click();
  await expect.element(form).not.toBeInTheDocument();
  expect(given.asked(changeDoor)).toEqual([]);
  await page.getByRole("button", { name: "Cambiar: Garaje" }).click();
  await form.getByLabelText("Nombre de la puerta").fill("Sótano");
  await save.click();
  await expect.element(form).not.toBeInTheDocument();
  expect(given.asked(changeDoor).map(({ body }) => body)).toEqual([{ name: "Sótano" }]);
});

const DOORS_AT = `/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`;

test("a door's form says that there are no cameras once that is known, and else that it could not be read", async () => {
  const cameras = held({ cameras: [] });
  const none = page.getByText("Este edificio todavía no tiene cámaras.");
  const given = replies().on(readCameras, cameras.answer);
  await renderScreen(DOORS_AT, { as: platformAdministrator(), replies: given });
  await page.getByRole("button", { name: "Crear puerta" }).click();
  const group = page.getByRole("dialog").getByRole("group", { name: "Cámaras" });
  await expect.element(group.getByText("Cargando…")).toBeInTheDocument();
  expect(none.elements()).toEqual([]);
  cameras.letGo();
  await expect.element(none).toBeVisible();
});

test("a door's form offers to read its cameras again, and keeps what its own schedule is while that is not read", async () => {
  const door = { ...garage, reader: null, contact: null, freeScheduleId: idOf(0x5ced) };
  const given = replies()
    .on(readDoors, { doors: [door] })
    .on(readCameras, failing(refused("FAULT")))
    .on(readAccess, failing(refused("FAULT")));
  await renderScreen(DOORS_AT, { as: platformAdministrator(), replies: given });
  await page.getByRole("button", { name: "Cambiar: Garaje" }).click();
  const form = page.getByRole("dialog");
  const group = form.getByRole("group", { name: "Cámaras" });
  await expect.element(group.getByText("No pudimos cargar esta información.")).toBeVisible();
  await expect
    .element(form.getByLabelText("Horario en que cualquiera entra"))
    .toHaveDisplayValue("El horario que ya tiene");
  expect(await violations()).toEqual([]);
  given.on(readCameras, { cameras: [] });
  await group.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(group.getByText("Este edificio todavía no tiene cámaras.")).toBeVisible();
});

test("where no tower could be read nobody is told to make one", async () => {
  const towers = {
    towers: [
      {
        id: idOf(0x70a),
        name: "A",
        floors: [{ id: idOf(0xf00), name: "1", image: null, apartments: 2, doors: 0 }],
      },
    ],
  };
  const given = replies().on(readTowers, failingUntilPressed(refused("FAULT"), towers));
  await renderScreen(DOORS_AT, { as: platformAdministrator(), replies: given });
  await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
  expect(page.getByText("Primero crea una torre con un piso", { exact: false }).elements()).toEqual([]);
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(page.getByText("Cada puerta es un relé del controlador.")).toBeVisible();
});

test("no door is called normal whose mode is not known", async () => {
  const given = replies()
    .on(readDoors, { doors: [garage] })
    .on(listDoors, failing(refused("FAULT")));
  await renderScreen(DOORS_AT, { as: platformAdministrator(), replies: given });
  const row = page.getByRole("row").filter({ hasText: "Garaje" });
  await expect.element(row).toHaveTextContent("Sin información");
  expect(row.getByText("Normal").elements()).toEqual([]);
});
