import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, type Person, test } from "../umbral-test.ts";
import { doorNamed, expectOpen } from "./door.ts";

const press = (person: Person, name: string) =>
  person.page.getByRole("button", { name, exact: true }).first().click();

test.use({ connected: [MIRADOR] });

test.describe("Las puertas", () => {
  test("a resident opens the main door, and it is written down with its picture", async ({
    signIn,
    product,
  }) => {
    const door = await doorNamed(product, "Puerta principal");
    const andres = await signIn("Andrés Residente", { size: "phone", at: "/building/dashboard" });
    const before = door.timesOpened();
    await press(andres, "Abrir Puerta principal");
    await expectOpen(andres.page);
    expect(door.timesOpened()).toBe(before + 1);

    await expect
      .poll(() =>
        product.db
          .selectFrom("open_door_events")
          .select(["origin", "picture_file_id"])
          .where("user_id", "=", andres.id)
          .where("order_id", "is not", null)
          .execute(),
      )
      .toEqual([{ origin: "APP", picture_file_id: expect.any(String) }]);
    const [event] = await product.db
      .selectFrom("open_door_events")
      .select("picture_file_id")
      .where("user_id", "=", andres.id)
      .where("order_id", "is not", null)
      .execute();
    const picture = await product.app.services.files.get(event?.picture_file_id ?? "");
    expect(picture?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  test("one press from a cold start opens the main door", async ({ signIn, product }) => {
    const door = await doorNamed(product, "Puerta principal");
    const andres = await signIn("Andrés Residente", { size: "phone" });
    await expect(andres.page.getByRole("heading", { name: andres.name })).toBeVisible();
    await andres.page.close();
    const opened = await andres.context.newPage();
    const presses: string[] = [];
    await opened.exposeFunction("pressed", (what: string) => presses.push(what));
    await opened.addInitScript(() => {
      const say = (event: Event) => Reflect.get(window, "pressed")(event.type);
      for (const type of ["click", "keydown"]) {
        addEventListener(type, say, { capture: true });
      }
    });
    const before = door.timesOpened();
    await opened.goto("/");
    const button = opened.getByRole("button", { name: "Abrir Puerta principal", exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click();
    await expectOpen(opened);
    expect(presses).toEqual(["click"]);
    expect(door.timesOpened()).toBe(before + 1);
  });

  test("a door that jams says so for five seconds, and opens when it is mended", async ({
    signIn,
    product,
  }) => {
    const door = await doorNamed(product, "Puerta principal");
    door.happens({ kind: "jam-door", doorId: door.id, jammed: true });
    const rosa = await signIn("Rosa Líder", { at: "/building/dashboard" });
    const refusal = rosa.page.getByText(
      "La puerta no se movió. Ábrela con la llave o pide ayuda, y avisa a mantenimiento.",
    );
    await expect(async () => {
      await press(rosa, "Abrir Puerta principal");
      // On a machine that stood still meanwhile a press is answered too late, and says that: the next one is not.
      await expect(refusal.first()).toBeVisible({ timeout: 8000 });
    }).toPass();
    door.happens({ kind: "jam-door", doorId: door.id, jammed: false });
    await expect(refusal).toHaveCount(0, { timeout: 8000 });
    await press(rosa, "Abrir Puerta principal");
    await expectOpen(rosa.page);
  });

  test("a building without its line refuses, and does not open later", async ({ signIn, product }) => {
    const door = await doorNamed(product, "Puerta principal");
    const rosa = await signIn("Rosa Líder", { at: "/building/dashboard" });
    await expect(rosa.page.getByRole("button", { name: "Abrir Puerta principal" }).first()).toBeVisible();
    const before = door.timesOpened();
    door.happens({ kind: "line", state: "cut" });
    await expect(rosa.page.getByText(/sin conexión desde/).first()).toBeVisible();
    await press(rosa, "Sin conexión: Puerta principal");
    await expect(
      rosa.page.getByText("Sin conexión con el edificio. Intenta de nuevo en un momento.").first(),
    ).toBeVisible();
    door.happens({ kind: "line", state: "restored" });
    await expect(rosa.page.getByText(/sin conexión desde/)).toHaveCount(0);
    expect(door.timesOpened()).toBe(before);
  });

  test("the exit button opens from inside, and is written down as itself", async ({ stranger, product }) => {
    const door = await doorNamed(product, "Garaje");
    const demo = await stranger({ size: "phone" });
    await demo.goto("/demo");
    const pressesWritten = async () => {
      const events = await product.db
        .selectFrom("open_door_events")
        .select("id")
        .where("door_id", "=", door.id)
        .where("origin", "=", "BUTTON")
        .execute();
      return events.length;
    };
    const before = await pressesWritten();
    await demo.getByRole("button", { name: "Botón de salida de Garaje" }).click();
    await expect.poll(pressesWritten).toBe(before + 1);
    const mirador = demo.getByRole("region", { name: MIRADOR });
    for (const name of ["Trabar Puerta principal", "Destrabar Puerta principal"]) {
      await mirador.getByRole("button", { name, exact: true }).click();
    }
    await expect(mirador.getByRole("button", { name: "Trabar Puerta principal", exact: true })).toBeVisible();
  });
});
