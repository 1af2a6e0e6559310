import { listPasses, makePass } from "@umbral/contract/passes/passes.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { resize } from "../../../testing/screens/frames.ts";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { carlos, sharing } from "../../../testing/screens/passes.ts";
import { home, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

test("what ends the sharing of a pass is in sight at once, also in a low window", async () => {
  const replies = new Replies()
    .on(listPasses, { passes: [], totalPages: 1 })
    .on(makePass, { pass: carlos, sharing });
  await renderScreen("/building/dashboard/invitaciones", {
    as: somebody("RESIDENTE_LIDER", "Rosa Líder", home),
    size: "phone",
    replies,
  });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Invitar").first().click();
  await page.getByLabelText("Nombre", { exact: true }).fill("Carlos Pérez");
  await button("Continuar").click();
  await button("Crear invitación").click();
  await expect.element(button("Listo")).toBeVisible();
  for (const height of [740, 560]) {
    await resize(360, height);
    const done = button("Listo").element();
    const { left, right, top, bottom } = done.getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(height - 16);
    // Nothing that goes by lies over it.
    expect(done.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))).toBe(true);
  }
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  // What goes by under it comes out whole at the end.
  const last = page.getByRole("dialog").getByRole("link").elements().at(-1);
  last?.scrollIntoView({ block: "end" });
  expect(last?.getBoundingClientRect().bottom).toBeLessThan(
    button("Listo").element().getBoundingClientRect().top,
  );
});
