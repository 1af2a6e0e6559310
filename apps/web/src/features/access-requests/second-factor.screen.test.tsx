import {
  decideEmployeeRequest,
  exportEmployeeRequests,
  listEmployeeRequests,
} from "@umbral/contract/access-requests/access-requests.contract";
import {
  askSecondFactor,
  confirmSecondFactor,
  offerSecondFactor,
  ownSecondFactor,
  showOwnSecondFactor,
} from "@umbral/contract/auth/second-factor.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { somebody } from "../../../testing/screens/people.ts";
import { Replies, refused } from "../../../testing/screens/replies.ts";
import { requestOf } from "../../../testing/screens/requests.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const LIST = "/building/dashboard/apartments/requests/employee";
const SENTENCE = "Para administrar el edificio confirma primero tu verificación en dos pasos.";
const LEFT = "No cambiamos nada: faltó la verificación en dos pasos.";
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");
const nora = requestOf("Nora Nueva", 1);
const dora = requestOf("Dora Demorada", 2);

/** Nobody decides before the second factor was shown in this session. */
function unproven(isInUse: boolean) {
  const now = { isShown: false, decided: new Set<string>() };
  const showIt = () => {
    now.isShown = true;
    return { ok: true as const };
  };
  return new Replies()
    .on(listEmployeeRequests, () => ({
      accessRequests: [nora, dora].filter(({ id }) => !now.decided.has(id)),
      totalPages: 1,
    }))
    .on(decideEmployeeRequest, ({ params, body }) => {
      if (!now.isShown) {
        throw refused("SECOND_FACTOR_ASKED");
      }
      now.decided.add(params.x);
      return {
        accessRequest: { id: params.x, approved: body.approved, decidedAt: "2026-03-10T16:00:00.000Z" },
      };
    })
    .on(exportEmployeeRequests, () => {
      if (!now.isShown) {
        throw refused("SECOND_FACTOR_ASKED");
      }
      return "Persona\r\n";
    })
    .on(askSecondFactor, () => ({ isShown: now.isShown, isInUse: isInUse || now.isShown }))
    .on(showOwnSecondFactor, showIt)
    .on(ownSecondFactor, { since: null, codesLeft: 0, hasPasskeys: false })
    .on(offerSecondFactor, { secret: "JBSWY3DPEHPK3PXP" })
    .on(confirmSecondFactor, () => {
      showIt();
      return { recoveryCodes: ["aaaa-bbbb"] };
    });
}

const question = page.getByRole("dialog", { name: "Verificación en dos pasos" });
const approve = (name: string) => page.getByRole("button", { name: `Aprobar a ${name}` });

test("who decides shows the second factor where they are, and the request that they pressed goes on", async () => {
  const replies = unproven(true);
  await renderScreen(LIST, { as: alberto, replies, size: "phone", colorScheme: "dark" });
  await page.getByRole("button", { name: `Ver detalles de ${nora.user.name}` }).click();
  await approve(nora.user.name).click();
  await expect.element(question).toHaveTextContent(SENTENCE);
  await expect.element(question.getByLabelText("Código")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await question.getByLabelText("Código").fill("123456");
  await question.getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByRole("alertdialog", { name: "¡Aprobado!" })).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button").click();
  await expect.element(approve(nora.user.name)).not.toBeInTheDocument();
  // Once in a session.
  await page.getByRole("button", { name: `Ver detalles de ${dora.user.name}` }).click();
  await approve(dora.user.name).click();
  await expect.element(page.getByRole("alertdialog", { name: "¡Aprobado!" })).toBeVisible();
  expect(replies.asked(showOwnSecondFactor)).toHaveLength(1);
});

test("who has none makes it first, and decides with it", async () => {
  const replies = unproven(false);
  await renderScreen(LIST, { as: alberto, replies });
  await approve(nora.user.name).click();
  await question.getByLabelText("Contraseña actual").fill("una clave larga");
  await question.getByRole("button", { name: "Continuar" }).click();
  await question.getByRole("textbox", { name: "Código" }).fill("123456");
  await question.getByRole("button", { name: "Activar" }).click();
  await expect.element(question.getByText("aaaa-bbbb")).toBeVisible();
  expect(replies.asked(decideEmployeeRequest)).toHaveLength(1);
  // The factor is another one by now, and its codes are shown this once: nothing closes over them by a slip.
  await expect.element(question.getByRole("button", { name: "Cerrar", exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(question.getByText("aaaa-bbbb")).toBeVisible();
  expect(page.getByText(LEFT).elements()).toEqual([]);
  await question.getByRole("button", { name: "Ya los guardé" }).click();
  await expect.element(page.getByRole("alertdialog", { name: "¡Aprobado!" })).toBeVisible();
});

test("who closes it has decided nothing, is told so calmly, and is asked once for several", async () => {
  const replies = unproven(true);
  await renderScreen(LIST, { as: alberto, replies });
  await page.getByRole("checkbox", { name: "Elegir todo" }).click();
  const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
  await bar.getByRole("button", { name: "Aprobar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText(LEFT)).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
  expect(replies.asked(decideEmployeeRequest)).toHaveLength(1);
  // One alone, and the file, are left in the same words.
  await approve(nora.user.name).click();
  await expect.element(question).toBeVisible();
  await question.getByLabelText("Código").fill("123");
  await question.getByRole("button", { name: "Cerrar", exact: true }).click();
  // A code is typed again in a moment: nobody is asked whether it may go.
  await expect.element(question).not.toBeInTheDocument();
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText(LEFT)).toBeVisible();
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
});

test("who takes the file shows it there too, and the file comes", async () => {
  const replies = unproven(true);
  await renderScreen(LIST, { as: alberto, replies });
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  await question.getByLabelText("Código").fill("123456");
  await question.getByRole("button", { name: "Continuar" }).click();
  await expect.poll(() => replies.asked(exportEmployeeRequests)).toHaveLength(2);
  await expect.element(question).not.toBeInTheDocument();
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
});
