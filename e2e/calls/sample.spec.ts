import { expect, test, violations } from "../umbral-test.ts";

test.use({ hasControllers: false });

test.describe("Una llamada de muestra", () => {
  test("shows the call's own screen with nobody at the other end, and remembers how loud it is", async ({
    signIn,
    product,
  }) => {
    const rosa = await signIn("Rosa Líder", { size: "phone", at: "/llamada" });
    await expect(rosa.page.getByText("Llamada de muestra").first()).toBeVisible();
    await rosa.page.getByRole("button", { name: "Silenciar micrófono" }).click();
    await expect(rosa.page.getByRole("button", { name: "Activar micrófono" })).toBeVisible();

    await rosa.page.getByRole("button", { name: "Volumen" }).click();
    const volume = rosa.page.getByRole("slider", { name: "Volumen" });
    await volume.fill("0");
    await expect(rosa.page.getByText("Así no oyes a la otra persona.")).toBeVisible();
    await volume.fill("40");
    expect(await violations(rosa.page)).toEqual([]);
    await rosa.page.reload();
    await rosa.page.getByRole("button", { name: "Volumen" }).click();
    await expect(volume).toHaveValue("40");
    await rosa.page.keyboard.press("Escape");

    await rosa.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect(rosa.page).toHaveURL(/\/building\/dashboard/);
    const calls = await product.db
      .selectFrom("calls")
      .select("id")
      .where("caller_id", "=", rosa.id)
      .where("status", "in", ["ENTRANTE", "CONTESTADA"])
      .execute();
    expect(calls).toEqual([]);
  });
});
