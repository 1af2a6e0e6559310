import sharp from "sharp";
import { MIRADOR } from "../../../apps/server/src/demo/accounts.ts";
import { openBy } from "../../doors/door.ts";
import { expectMoving } from "../../pictures.ts";
import { expect, type Person, sizes, test, violations } from "../../umbral-test.ts";
import { callApartment, holdTheClock, picture, ringing } from "../calling.ts";

/** Pedro at the lobby rings A-101, and Rosa answers. */
async function ringAndAnswer(pedro: Person, rosa: Person): Promise<void> {
  await callApartment(pedro, "A-101");
  await ringing(rosa).getByRole("button", { name: "Contestar" }).click();
  await expectMoving(picture(rosa));
}

const documentPicture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: "#cdb" } })
    .jpeg()
    .toBuffer();

holdTheClock();

test.use({ connected: [MIRADOR] });

test.describe("El panel de puerta", () => {
  test("a new known visitor is written down from the call's own video, let in, and known the next time; an unknown one needs both pictures", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("422");
    // The recorder of traces fetches what an image shows; the page itself never asks for it.
    expectInConsole("Connecting to 'blob:");
    const pedro = await signIn("Pedro Portero", { at: "/acceso-visitante" });
    const rosa = await signIn("Rosa Líder", { size: "phone" });
    await expect(rosa.page.getByText("Rosa Líder").first()).toBeVisible();
    await ringAndAnswer(pedro, rosa);
    // The lobby has nothing but the way out.
    await expect(pedro.page.getByRole("button", { name: /Identificar|Abrir/ })).toHaveCount(0);
    await rosa.page.getByRole("button", { name: "Identificar visitante" }).click();
    const panel = rosa.page.getByRole("region", { name: "¿Quién está en la puerta?" });
    await expect(panel).toBeVisible();
    expect(await violations(rosa.page)).toEqual([]);
    await panel.getByRole("button", { name: "Visitante conocido" }).click();
    await expect(rosa.page.getByText("Todavía no hay visitantes conocidos.")).toBeVisible();
    await rosa.page.getByRole("button", { name: "Crear visitante" }).click();

    const save = rosa.page.getByRole("button", { name: "Guardar y continuar" });
    // Who is seen is in the form already.
    await expect(rosa.page.getByAltText("Vista previa: Foto del rostro")).toBeVisible();
    await save.click();
    await expect(rosa.page.getByText("* Debes diligenciar el nombre")).toBeVisible();
    await expect(rosa.page.getByText("* Debes agregar la foto")).toHaveCount(1);
    await expect(rosa.page.getByRole("button", { name: /^Abrir/ })).toHaveCount(0);
    await rosa.page.getByLabel("Nombre").fill("Marta Mensajera");
    for (const label of ["Foto del rostro", "Foto del documento"]) {
      await rosa.page
        .getByRole("group", { name: label })
        .getByRole("button", { name: "Tomar del video" })
        .click();
      await expect(rosa.page.getByAltText(`Vista previa: ${label}`)).toBeVisible();
    }
    expect(await violations(rosa.page)).toEqual([]);
    await save.click();
    await openBy(
      rosa.page.getByRole("button", { name: "Abrir Puerta principal" }),
      "La puerta se abrió para Marta Mensajera.",
    );
    await rosa.page
      .getByRole("region")
      .filter({ hasText: "La puerta se abrió para" })
      .getByRole("button", { name: "Terminar llamada" })
      .click();
    await expect(pedro.page.getByText("Llamada terminada").first()).toBeVisible();
    const call = await product.db
      .selectFrom("calls")
      .innerJoin("visitors", "visitors.call_id", "calls.id")
      .select("status")
      .where("visitors.name", "=", "Marta Mensajera")
      .executeTakeFirst();
    expect(call?.status).toBe("TERMINADA");

    // The history tells it to everybody who lives there.
    const andres = await signIn("Andrés Residente", { size: "phone", at: "/building/dashboard/llamadas" });
    const row = andres.page.getByRole("listitem").filter({ hasText: "Portería · Pedro Portero" }).first();
    await expect(row).toContainText("Contestó Rosa Líder");
    await expect(row).toContainText("En la puerta: Marta Mensajera");
    await expect(row).toContainText("Se abrió la puerta");
    await expect(row.getByAltText("Foto de Marta Mensajera")).toBeVisible();
    expect(await violations(andres.page)).toEqual([]);

    // The same two, at a desk now: the one who was written down is known, and somebody unknown stands there.
    await pedro.page.getByRole("button", { name: "Entendido" }).click();
    await rosa.page.setViewportSize(sizes.desktop);
    await ringAndAnswer(pedro, rosa);
    await rosa.page.getByRole("button", { name: "Identificar visitante" }).click();
    await rosa.page.getByRole("button", { name: "Visitante conocido" }).click();
    await rosa.page.getByRole("button", { name: "Marta Mensajera" }).click();
    await expect(rosa.page.getByRole("button", { name: "Abrir Puerta principal" })).toBeVisible();
    expect(await violations(rosa.page)).toEqual([]);
    await rosa.page.getByRole("button", { name: "Cerrar panel" }).click();

    await rosa.page.getByRole("button", { name: "Identificar visitante" }).click();
    await rosa.page.getByRole("button", { name: "Visitante desconocido" }).click();
    await rosa.page.getByRole("group", { name: "Foto del rostro" }).getByText("Tomar del video").click();
    await expect(rosa.page.getByAltText("Vista previa: Foto del rostro")).toBeVisible();
    await save.click();
    await expect(rosa.page.getByText("* Debes agregar la foto")).toHaveCount(1);
    const file = rosa.page.getByRole("group", { name: "Foto del documento" }).locator("input[type=file]");
    await file.setInputFiles({
      name: "a.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("no es una foto"),
    });
    await save.click();
    await expect(rosa.page.getByText("* La imagen no se pudo leer. Intenta con otra foto.")).toBeVisible();
    await file.setInputFiles({ name: "b.jpg", mimeType: "image/jpeg", buffer: await documentPicture() });
    await save.click();
    await openBy(
      rosa.page.getByRole("button", { name: "Abrir Puerta principal" }),
      "La puerta se abrió para el visitante.",
    );
    expect(await violations(rosa.page)).toEqual([]);
    // A person stands in one call: the next story's is not asked to end this one.
    await rosa.page
      .getByRole("region")
      .filter({ hasText: "La puerta se abrió para" })
      .getByRole("button", { name: "Terminar llamada" })
      .click();
    await expect(pedro.page.getByText("Llamada terminada").first()).toBeVisible();
  });

  test("a resident calls the lobby, which answers and has no door", async ({ signIn }) => {
    const pedro = await signIn("Pedro Portero", { at: "/acceso-visitante" });
    await expect(pedro.page.getByLabel("Buscar apartamento o torre")).toBeVisible();
    const tomas = await signIn("Tomás Temporal", { size: "phone", at: "/building/dashboard/llamadas" });
    await tomas.page.getByRole("button", { name: "Llamar a portería" }).click();
    const ringing = pedro.page.getByRole("alertdialog");
    await expect(ringing).toContainText("Tomás Temporal");
    await expect(ringing).toContainText("llama a portería desde A-102");
    await ringing.getByRole("button", { name: "Contestar" }).click();
    await expect(tomas.page).toHaveURL(/\/llamada-visitante\//);
    await expectMoving(tomas.page.getByLabel("Video de Pedro Portero"));
    for (const { page } of [pedro, tomas]) {
      await expect(page.getByRole("button", { name: /Abrir|Identificar/ })).toHaveCount(0);
    }
    await tomas.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect(pedro.page).toHaveURL(/\/acceso-visitante/);
    await expect(tomas.page).toHaveURL(/\/building\/dashboard\/llamadas/);
    await expect(tomas.page.getByText("Tomás Temporal llamó a portería").first()).toBeVisible();
  });
});
