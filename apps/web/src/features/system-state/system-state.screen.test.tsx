import { readDiagnosis, readSystemState } from "@umbral/contract/system-state/system-state.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { z } from "zod";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { failing, held, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

type State = z.input<(typeof readSystemState)["reply"]>;

const STATE = "/admin-dashboard/system-state";
const as = platformAdministrator();
const since = "2026-11-20T15:42:00.000Z";
const wrong = { isWell: false, since, noticedAt: null, figure: null };
const well = { isWell: true, since, noticedAt: null, figure: null, building: null, name: null };

const calm: State = {
  lookedAt: since,
  version: "0.1.0",
  troubles: [],
  hasMoreTroubles: false,
  ofServer: [
    { ...well, kind: "files-disk", id: "server", figure: 41.5 * 1024 ** 3 },
    { ...well, kind: "outbox", id: "server", figure: 0 },
    { ...well, kind: "certificate", id: "server", figure: 61 },
    { ...well, kind: "job", id: "audit-seals", name: "audit-seals" },
    { ...well, kind: "files-disk", id: "backups", name: "de las copias", figure: 2 * 1024 ** 3 },
    { ...well, kind: "backups", id: "by-hand", figure: 75 * 3600 },
    { ...well, kind: "outbox", id: "no-mail", name: "por correo" },
  ],
  counts: [
    { kind: "controller", well: 2, troubles: 0 },
    { kind: "camera", well: 11, troubles: 0 },
  ],
};
const busy: State = {
  ...calm,
  troubles: [
    { ...wrong, kind: "camera", id: idOf(1), building: mirador, name: "Portón", noticedAt: since },
    { ...wrong, kind: "backups", id: "server", building: null, name: null, figure: 30 * 3600 },
  ],
  hasMoreTroubles: true,
  counts: [{ kind: "camera", well: 11, troubles: 1 }],
};

describe("'Estado del sistema'", () => {
  for (const look of everyLook) {
    test(`says what is wrong and what works (${look.size}, ${look.colorScheme})`, async () => {
      await renderScreen(STATE, { as, replies: new Replies().on(readSystemState, busy), ...look });
      const camera = page.getByRole("listitem").filter({ hasText: "Cámara Portón" });
      await expect.element(camera).toHaveTextContent(/Mirador.* · Sin imagen desde .* · ya se avisó/);
      await expect.element(page.getByText("11 en orden, 1 con problemas")).toBeVisible();
      await wholePage();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    });
  }

  test("is calm where all is well, and says what the parts of the server are measured by", async () => {
    await renderScreen(STATE, { as, replies: new Replies().on(readSystemState, calm) });
    await expect.element(page.getByText("Todo está en orden.")).toBeVisible();
    for (const words of [
      /41,5 GB libres/,
      /vence en 61 días/,
      /Tarea del servidor \(sellos de la auditoría\)/,
      /Disco del servidor de las copias/,
      /Sin copias diarias · la última hace 3 días/,
      /No se envían: faltan SMTP_URL y MAIL_FROM/,
    ]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
    // What nobody set up is not among what works.
    const missing = page.getByText("Falta por configurar: copias de seguridad diarias y correo.");
    await expect.element(missing).toBeVisible();
    const lineOf = (words: string) => page.getByRole("listitem").filter({ hasText: words });
    await expect.element(lineOf("No se envían")).not.toHaveAttribute("data-state", "well");
    await expect.element(lineOf("GB libres").first()).toHaveAttribute("data-state", "well");
  });

  test("has the shape of what comes, says that nothing was looked at yet, and what went wrong", async () => {
    const waiting = held({ ...calm, ofServer: [], counts: [], lookedAt: null });
    await renderScreen(STATE, { as, replies: new Replies().on(readSystemState, waiting.answer) });
    await expect.element(page.getByText("Cargando…")).toBeInTheDocument();
    waiting.letGo();
    await expect.element(page.getByText("Aún no hay nada que mostrar.")).toBeVisible();
    await renderScreen(STATE, { as, replies: new Replies().on(readSystemState, failing(refused("FAULT"))) });
    await expect.element(page.getByRole("button", { name: "Intentar de nuevo" })).toBeVisible();
  });

  test("gives a file for whoever helps, and says so when it could not be made", async () => {
    const text = "{}\n";
    const given = new Replies().on(readSystemState, calm).on(readDiagnosis, { name: "umbral.json", text });
    await renderScreen(STATE, { as, replies: given });
    await page.getByRole("button", { name: "Descargar diagnóstico" }).click();
    await expect.poll(() => given.asked(readDiagnosis)).toHaveLength(1);
    const none = new Replies().on(readSystemState, calm).on(readDiagnosis, failing(refused("UNAVAILABLE")));
    await renderScreen(STATE, { as, replies: none });
    await page.getByRole("button", { name: "Descargar diagnóstico" }).click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
  });

  test("is the platform's alone", async () => {
    await renderScreen(STATE, {
      as: somebody("ADMINISTRADOR", "Alberto Administrador"),
      replies: new Replies(),
    });
    await expect.element(page.getByRole("heading", { name: "Estado del sistema" })).not.toBeInTheDocument();
  });
});
