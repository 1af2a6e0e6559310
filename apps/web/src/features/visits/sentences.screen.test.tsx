import { findPassByCode } from "@umbral/contract/passes/pass-desk.contract";
import {
  askForVisitCode,
  authoriseVisit,
  findVisit,
  listVisits,
  type Visit,
} from "@umbral/contract/visits/visits.contract";
import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { goOn } from "../../../testing/registration/fill-forms.ts";
import { beyondTheEdge, choose, says, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { selfie } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, NoAnswer, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

/*
 * The specification's sentences of the two screens of visits (§2, §5, §8), each in its situation, letter by
 * letter. A dialog's title and text are compared whole.
 */

const button = (name: string) => page.getByRole("button", { name, exact: true });
const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const title = () => page.getByRole("heading", { level: 1 });

describe("the sentences of asking for a code", () => {
  const ASK = "/visits/code";
  const asked = {
    code: "123456",
    visit: {
      id: idOf(0xc1),
      building: { ...mirador, timeZone: "America/Bogota" },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  };

  async function fillAndAsk(cedula: string): Promise<void> {
    await choose("Edificio", mirador.name);
    await page.getByLabelText("Número de documento").fill(cedula);
    const photo = page.getByRole("group", { name: "Foto de tu rostro" });
    await photo.getByLabelText("Foto de tu rostro").upload(await selfie());
    // At once, while the picture is being prepared: it is sent with it.
    document.querySelector("form")?.requestSubmit();
  }

  test("what is missing is said in a dialog and under each field, in both lights", async () => {
    for (const [size, colorScheme] of [
      ["phone", "dark"],
      ["desktop", "light"],
    ] as const) {
      await renderScreen(ASK, { size, colorScheme, replies: placesReplies() });
      await button("Solicitar código").click();
      await says("Formulario Incompleto", "Por favor completar todos los campos.");
      await button("Entendido").click();
      await shows("* Debes agregar la foto");
      await shows("* Debes seleccionar un edificio");
      await shows("* Debes diligenciar la cédula");
      await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    }
  });

  test("'¡Ups!': nobody has that cédula; then the express registration, with what was given", async () => {
    const replies = placesReplies().on(askForVisitCode, failing(refused("VISITOR_NOT_KNOWN")));
    const screen = await renderScreen(ASK, { size: "phone", replies });
    await fillAndAsk("5550001112");
    await says("¡Ups!", "Cédula no autorizada, debe registrarse primero.");
    await button("Entendido").click();
    await expect.element(title()).toHaveTextContent("Registro rápido de visitantes");
    await expect.poll(() => screen.path()).toBe("/apartment/visitor/express/register");
    // What was given is not asked for again.
    await expect.element(page.getByLabelText("Número de documento")).toHaveValue("5550001112");
    await expect.element(page.getByLabelText("Edificio")).toHaveValue(mirador.id);
    await page.getByLabelText("Celular").fill("300 123 4567");
    await goOn();
    await expect.element(page.getByAltText(/Vista previa/)).toBeVisible();
  });

  test("a lost line says so without losing the form, which is sent again", async () => {
    const replies = placesReplies().on(askForVisitCode, failing(new NoAnswer()));
    await renderScreen(ASK, { size: "phone", replies });
    await fillAndAsk("1000000013");
    await shows("No hay conexión con Umbral. Revisa tu internet e intenta de nuevo.");
    replies.on(askForVisitCode, asked);
    await button("Entendido").click();
    await button("Solicitar código").click();
    await expect.element(page.getByText(/^123\s?456$/)).toBeVisible();
    const [lost, again] = replies.asked(askForVisitCode);
    expect(again?.params).toEqual(lost?.params);
    expect(again?.body.photo.size).toBe(lost?.body.photo.size);
  });

  test("'¡Bienvenido!': the code is given", async () => {
    const replies = placesReplies().on(askForVisitCode, asked);
    await renderScreen(ASK, { size: "phone", replies });
    await fillAndAsk("1.000.000.003");
    await expect.element(title()).toHaveTextContent("¡Bienvenido!");
    await expect.element(page.getByText(/^123\s?456$/)).toBeVisible();
    expect(await violations()).toEqual([]);
    const [request] = replies.asked(askForVisitCode);
    expect(request).toMatchObject({ params: { cedula: "1000000003" }, body: { buildingId: mirador.id } });
  });

  test("a code is not shown after its day, on a page that nobody touched either", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
    try {
      await renderScreen(ASK, { size: "phone", replies: placesReplies().on(askForVisitCode, asked) });
      await fillAndAsk("1.000.000.003");
      await expect.element(title()).toHaveTextContent("¡Bienvenido!");
      vi.advanceTimersByTime(2 * 3_600_000);
      await expect.element(title()).toHaveTextContent("Solicitar código de ingreso");
    } finally {
      vi.useRealTimers();
    }
  });

  test("a code is shown whatever this device's clock says of its day", async () => {
    const expiresAt = new Date(Date.now() - 3_600_000).toISOString();
    const replies = placesReplies().on(askForVisitCode, { ...asked, visit: { ...asked.visit, expiresAt } });
    await renderScreen(ASK, { size: "phone", replies });
    await fillAndAsk("1.000.000.003");
    await expect.element(page.getByText(/^123\s?456$/)).toBeVisible();
  });
});

describe("the sentences of verifying", () => {
  const CODE = "482913";
  const visit: Visit = {
    id: idOf(0xc2),
    code: CODE,
    user: { id: idOf(0x12), cedula: "1000000004", name: "Olga Propietaria", photo: null, attachments: [] },
    requestedAt: "2026-03-10T15:00:00.000Z",
    expiresAt: "2026-03-11T05:00:00.000Z",
    authorised: null,
  };
  const today = { day: "2026-03-10", today: "2026-03-10", visits: [], totalPages: 1 };

  /** The lobby's screen, where one code is good. */
  const atLobby = async (size: "tablet" | "phone" = "tablet", colorScheme: "light" | "dark" = "light") => {
    const replies = placesReplies()
      .on(listVisits, today)
      .on(findPassByCode, ({ body }) => {
        if (body.code !== CODE) {
          throw refused("PASS_NOT_VALID");
        }
        return { pass: null };
      })
      .on(findVisit, ({ params }) => {
        if (params.code !== CODE) {
          throw refused("VISIT_CODE_NOT_VALID");
        }
        return { visit };
      });
    const as = somebody("PORTERIA", "Pedro Portero");
    await renderScreen("/building/visits/code/confirm", { as, size, colorScheme, replies });
    return replies;
  };

  async function verify(code: string): Promise<void> {
    await page.getByLabelText("Código de ingreso").fill(code);
    await button("Verificar").click();
  }

  test("'Verificar Código ingreso', 'Verificar' and 'Limpiar' stand, 'Autorizar acceso' does not", async () => {
    await atLobby();
    await expect.element(title()).toHaveTextContent(/^Verificar Código ingreso$/);
    const menu = page.getByRole("link", { name: "Verificar Código ingreso" });
    await page.getByRole("button", { name: "Menú" }).click();
    await expect.element(menu).toBeVisible();
    await page.getByRole("button", { name: "Cerrar" }).click();
    await expect.element(button("Verificar")).toBeVisible();
    await expect.element(button("Limpiar")).toBeVisible();
    await expect.element(button("Autorizar acceso")).not.toBeInTheDocument();
  });

  test("'* El campo es obligatorio': no code was typed", async () => {
    const replies = await atLobby();
    await button("Verificar").click();
    await shows("* El campo es obligatorio");
    expect(replies.asked(findVisit)).toEqual([]);
  });

  test("'ups', 'Código no autorizado !!!': the code is not valid", async () => {
    await atLobby();
    await verify("482914");
    await says("ups", "Código no autorizado !!!");
    expect(await violations()).toEqual([]);
  });

  test("'Autorizar acceso' stands once a visit was found, until it is cleared; good in the dark on a phone", async () => {
    await atLobby("phone", "dark");
    await verify(CODE);
    await expect.element(button("Autorizar acceso")).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await button("Limpiar").click();
    await expect.element(button("Autorizar acceso")).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Código de ingreso")).toHaveValue("");
  });

  test("'Código valido', 'Acceso Permitido': it was authorised", async () => {
    const replies = await atLobby();
    replies.on(authoriseVisit, {
      visit: { ...visit, authorised: { at: "2026-03-10T15:05:00.000Z", by: null } },
    });
    await verify(CODE);
    await button("Autorizar acceso").click();
    await says("Código valido", "Acceso Permitido");
    expect(await violations()).toEqual([]);
    expect(replies.asked(authoriseVisit)).toMatchObject([{ params: { buildingId: mirador.id, code: CODE } }]);
  });

  for (const code of ["VISIT_CODE_NOT_VALID", "VISIT_ALREADY_AUTHORISED"] as const) {
    test(`'¡lo sentimos!', 'Código no autorizado': it cannot be authorised any more (${code})`, async () => {
      const replies = await atLobby();
      replies.on(authoriseVisit, failing(refused(code)));
      await verify(CODE);
      await button("Autorizar acceso").click();
      await says("¡lo sentimos!", "Código no autorizado");
      expect(await violations()).toEqual([]);
    });
  }
});
