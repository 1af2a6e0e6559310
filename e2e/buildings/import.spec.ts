import { expect, test, violations } from "../umbral-test.ts";

const HEADERS = "Torre;Piso;Apartamento;Nombre;Cédula;Tipo de documento;Celular;Correo;Rol;Tarjeta";
const file = (...rows: string[]) => ({
  name: "edificio.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([HEADERS, ...rows].join("\n")),
});

test.describe("Importar un edificio", () => {
  test("Laura tries a spreadsheet, mends what is wrong, and brings it in", async ({ signIn, product }) => {
    const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard" });
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    await menu.getByRole("link", { name: "Importar" }).click();
    await page.getByRole("button", { name: "Revisar el archivo" }).click();
    await expect(page.getByText("* Debes seleccionar un edificio")).toBeVisible();
    await page.getByLabel("Edificio").selectOption({ label: "Conjunto Los Almendros" });

    await page
      .getByLabel("Archivo")
      .setInputFiles(
        file("9;1;9-101;Berta Nueva;61000001;CC;3001112233;;Líder;04:AA:BB", "9;1;9-102;Sin Cédula"),
      );
    await page.getByRole("button", { name: "Revisar el archivo" }).click();
    const rows = page.getByRole("table", { name: "Filas del archivo" });
    await expect(rows).toContainText("Falta la cédula.");
    await expect(rows).not.toContainText("Berta Nueva");
    await expect(page.getByRole("button", { name: "Importar" })).toHaveCount(0);

    await page
      .getByLabel("Archivo")
      .setInputFiles(file("9;1;9-101;Berta Nueva;61000001;CC;3001112233;;Líder;04:AA:BB", "9;1;9-102"));
    await page.getByRole("button", { name: "Revisar el archivo" }).click();
    await expect(rows).toContainText("Invita a Berta Nueva como residente líder.");
    const berta = () =>
      product.db.selectFrom("invitations").select("name").where("cedula", "=", "61000001").execute();
    expect(await berta()).toEqual([]);
    await page.getByRole("button", { name: "Importar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Todo quedó guardado.")).toBeVisible();
    expect(await berta()).toEqual([{ name: "Berta Nueva" }]);
  });

  test("Laura sees how far it is row by row, and cancels while it is being saved", async ({
    signIn,
    product,
  }) => {
    const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard/import" });
    await page.getByLabel("Edificio").selectOption({ label: "Conjunto Los Almendros" });
    const rows = Array.from(
      { length: 16_000 },
      (_, index) =>
        `8;1;8-${index};Vecina Número ${index};${62_000_000 + index};CC;;vecina${index}@example.org;Residente;`,
    );
    await page.getByLabel("Archivo").setInputFiles(file(...rows));
    await page.getByRole("button", { name: "Revisar el archivo" }).click();
    await page.getByRole("button", { name: "Importar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Guardando todo…")).toBeVisible();
    const bar = page.getByRole("progressbar", { name: "Avance" });
    await expect(bar).toHaveAttribute("aria-valuetext", /^Fila [\d.]+ de 16\.000$/);
    await expect(page.getByText(/^Fila [1-9][\d.]* de 16\.000$/)).toBeVisible();
    await page.getByRole("button", { name: "Cancelar" }).click();
    await expect(page.getByText("Cancelaste. No se guardó nada.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect(bar).toHaveCount(0);
    const kept = await product.db
      .selectFrom("invitations")
      .select("id")
      .where("name", "like", "Vecina Número%")
      .execute();
    expect(kept).toEqual([]);
  });
});
