import { init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { DOOR_OPEN, doorAction, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import {
  enterByPass,
  findPassByCode,
  leaveByPass,
  listGuests,
  type PassAtDesk,
} from "@umbral/contract/passes/pass-desk.contract";
import { authoriseVisit, findVisit, type Visit } from "@umbral/contract/visits/visits.contract";
import { describe, expect, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { calmDesk } from "../../../../testing/screens/desk.ts";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { nextFrames, resize } from "../../../../testing/screens/frames.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import {
  beyondTheEdge,
  everyLook,
  says,
  topOf,
  violations,
  wholePage,
} from "../../../../testing/screens/look.ts";
import { atDesk, carlos, listed, passLike } from "../../../../testing/screens/passes.ts";
import { idOf, mirador, somebody } from "../../../../testing/screens/people.ts";
import { selfie } from "../../../../testing/screens/pictures.ts";
import { failing, held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";
import { session } from "../../../lib/useSession.ts";

const DESK = "/acceso-visitante";
const CODE = "482913";
const LONG_CODE = "48291377";

const lastMovementAt = new Date().toISOString();
const expected = atDesk(carlos);
const late = atDesk(
  passLike(2, "Julián Técnico", { state: "inside", entered: 1, isOverstaying: true, lastMovementAt }),
  { refusal: "used-up" },
);
const party = atDesk(
  passLike(3, "Cumpleaños de Ana", { state: "inside", entries: 12, entered: 5, left: 1, lastMovementAt }),
);

const replies = () =>
  calmDesk(
    new Replies()
      .on(apartmentDirectory, { apartments: [] })
      .on(listGuests, ({ query }) => ({
        guests: query.which === "inside" ? [late, party] : [expected],
        totalPages: 1,
        inside: 5,
      }))
      .on(findPassByCode, ({ body }) => {
        if (body.code !== CODE && body.code !== LONG_CODE) {
          throw refused("PASS_NOT_VALID");
        }
        return { pass: expected };
      })
      .on(enterByPass, ({ body }) => ({
        pass: { ...expected, entered: body.people, state: "inside" as const },
      }))
      .on(leaveByPass, { pass: { ...late, left: 1, state: "left" as const } }),
  );

const pedro = () => somebody("PORTERIA", "Pedro Portero");

async function openDesk(setting: Parameters<typeof renderScreen>[1] = {}) {
  const line = new ServerLine()
    .on(doorClock, { steadyMs: 1000 })
    .on(doorAction, ({ door, action }) => ({ orderId: idOf(0xdef), doorId: door, action }));
  const screen = await renderScreen(DESK, {
    as: pedro(),
    size: "tablet",
    replies: replies(),
    line,
    ...setting,
  });
  await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
  return screen;
}

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const code = page.getByLabelText("Código de ingreso");
const guest = page.getByRole("region", { name: "Carlos Pérez" });
const panel = page.getByRole("region", { name: "Código de la visita" });

/** Once what is asked for after an answer is there, so is what that answer would show. */
async function isQuiet(asked: Replies, line: ServerLine): Promise<void> {
  asked.on(listGuests, { guests: [], totalPages: 1, inside: 0 });
  line.say("passes:changed", { buildingId: mirador.id, apartmentId: null, passId: party.id });
  await expect.element(page.getByText("No se esperan más invitados hoy.")).toBeVisible();
}

/** As a scanner on the USB port: it types, and ends with Enter. */
const { scan } = commands;

describe("a guest at the desk", () => {
  for (const look of everyLook) {
    test(`is seen in one look, ${look.size} and ${look.colorScheme}`, async () => {
      await openDesk(look);
      await expect.element(button(/^Julián Técnico/)).toBeVisible();
      await code.fill(CODE);
      await button("Verificar").click();
      await expect.element(guest.getByText("Puede entrar")).toBeVisible();
      await expect.element(guest.getByText("Apartamento A-101")).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
      // Whoever may not come in, or is inside already, looks otherwise.
      await button(/^Julián Técnico/).click();
      await expect
        .element(
          page.getByRole("region", { name: "Julián Técnico" }).getByText("Se quedó más de lo previsto"),
        )
        .toBeVisible();
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  test("stands off the edge of the panel in which it is shown, down to the last button", async () => {
    const doors = held({ doors: [{ ...mainDoor, id: idOf(0xde1) }] });
    await openDesk({ replies: replies().on(listDoors, doors.answer) });
    // So low that the panel scrolls.
    await resize(820, 700);
    const place = panel.element();
    place.style.maxHeight = "20rem";
    await scan(CODE);
    await expect.element(guest.getByText("Puede entrar")).toBeVisible();
    const gap = () => place.getBoundingClientRect().bottom - guest.element().getBoundingClientRect().bottom;
    await expect.poll(gap).toBeGreaterThanOrEqual(14);
    // Its last button comes with the doors.
    doors.letGo();
    await expect.element(button("Dejar entrar y abrir")).toBeVisible();
    await expect.poll(gap).toBeGreaterThanOrEqual(14);
  });

  test("comes in by a code that is scanned from anywhere, and the entrance opens", async () => {
    const entrance = { ...mainDoor, id: idOf(0xde1) };
    const { replies: asked, line } = await openDesk({
      replies: replies().on(listDoors, { doors: [entrance] }),
    });
    await expect.element(button("Abrir Puerta principal")).toBeVisible();
    button("Abrir Puerta principal").element().focus();
    await scan(CODE);
    await expect.element(guest.getByText("Puede entrar")).toBeVisible();
    // One act for both kinds of codes: visits are asked where passes say that it is theirs.
    expect(asked.asked(findPassByCode)).toMatchObject([{ body: { code: CODE } }]);
    expect(asked.asked(findVisit)).toEqual([]);
    // Enter pressed twice lets nobody in whom nobody looked at.
    await userEvent.keyboard("{Enter}");
    expect(asked.asked(enterByPass)).toEqual([]);
    await button("Dejar entrar y abrir").click();
    await expect.element(page.getByText("Dejaste entrar a Carlos Pérez.")).toBeVisible();
    expect(asked.asked(enterByPass)).toMatchObject([{ params: { passId: carlos.id }, body: { people: 1 } }]);
    expect(line.sent(doorAction)).toMatchObject([{ door: entrance.id, action: DOOR_OPEN }]);
    await expect.element(guest).not.toBeInTheDocument();
    await expect.element(code).toHaveValue("");
    // The button went with them: whoever goes on by keyboard is where the next one stands.
    await expect.element(panel).toHaveFocus();
    // The next one, whatever stood in the field.
    await scan(LONG_CODE);
    await expect.element(guest).toBeVisible();
    await scan(CODE);
    await expect.poll(() => asked.asked(findPassByCode).at(-1)?.body.code).toBe(CODE);
  });

  test("is let in where the entrance would not open, and nothing is promised", async () => {
    const { line } = await openDesk({
      replies: replies().on(listDoors, { doors: [{ ...mainDoor, line: "away" }] }),
    });
    await scan(CODE);
    await expect
      .element(guest.getByText("Puerta principal está sin conexión: no abre desde aquí."))
      .toBeVisible();
    expect(button("Dejar entrar y abrir").elements()).toEqual([]);
    await button("Dejar entrar").click();
    await expect.element(page.getByText("Dejaste entrar a Carlos Pérez.")).toBeVisible();
    expect(line.sent(doorAction)).toEqual([]);
  });

  test("is nobody by a wrong code, in the specification's words", async () => {
    await openDesk();
    await code.fill("111111");
    await button("Verificar").click();
    await says("ups", "Código no autorizado !!!");
  });

  test("follows what becomes of their pass while it is looked at, found by a code or in a list", async () => {
    const { replies: asked, line } = await openDesk();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    const changed = { buildingId: mirador.id, apartmentId: null, passId: carlos.id };
    await code.fill(CODE);
    await button("Verificar").click();
    await expect.element(guest.getByText("Puede entrar")).toBeVisible();
    asked.on(findPassByCode, { pass: { ...expected, state: "taken-back", refusal: "taken-back" } });
    line.say("passes:changed", changed);
    await expect.element(guest.getByText("Invitación retirada")).toBeVisible();
    expect(button("Dejar entrar").elements()).toEqual([]);
    // Of whom it only follows the lobby's logbook tells nothing.
    expect(asked.asked(findPassByCode).map(({ body }) => body.follows)).toEqual([false, true]);
    await button("Limpiar").click();
    await button(/^Carlos Pérez/).click();
    await expect.element(guest.getByText("Puede entrar")).toBeVisible();
    asked.on(listGuests, { guests: [], totalPages: 1, inside: 0 });
    line.say("passes:changed", changed);
    await expect.element(guest).not.toBeInTheDocument();
  });

  test("is found again among more of one name than a page holds", async () => {
    const { replies: asked, line } = await openDesk();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    await button(/^Carlos Pérez/).click();
    await expect.element(guest.getByText("Puede entrar")).toBeVisible();
    const taken = { ...expected, state: "taken-back", refusal: "taken-back" } as const;
    const others = Array.from({ length: 20 }, (_, at) => atDesk(passLike(0x10 + at, "Carlos Pérez")));
    asked.on(listGuests, ({ query: { which, page: at } }) => ({
      guests: which === "inside" ? [] : at === 1 ? others : [taken],
      totalPages: which === "inside" ? 0 : 2,
      inside: 0,
    }));
    line.say("passes:changed", { buildingId: mirador.id, apartmentId: null, passId: carlos.id });
    await expect.element(guest.getByText("Invitación retirada")).toBeVisible();
  });

  test("keeps what is typed into another field there", async () => {
    await openDesk({ size: "desktop" });
    const search = page.getByLabelText("Buscar apartamento o torre");
    await search.click();
    await userEvent.keyboard("482");
    await expect.element(search).toHaveValue("482");
    await expect.element(code).toHaveValue("");
  });

  test("shows the pictures that the building wants, and none comes in without", async () => {
    const asks = { picture: "must", document: "may" } as const;
    const { replies: asked } = await openDesk({
      replies: replies().on(findPassByCode, { pass: { ...expected, asks } }),
    });
    await code.fill(CODE);
    await button("Verificar").click();
    await button("Dejar entrar").click();
    await expect.element(page.getByText("* Debes agregar la foto")).toBeVisible();
    expect(asked.asked(enterByPass)).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);
    await page.getByLabelText("Foto de quien entra", { exact: true }).upload(await selfie());
    await expect.element(page.getByRole("img", { name: "Vista previa: Foto de quien entra" })).toBeVisible();
    await button("Dejar entrar").click();
    await expect.poll(() => asked.asked(enterByPass)).toHaveLength(1);
    const [{ body } = { body: undefined }] = asked.asked(enterByPass);
    expect(body?.picture).toBeInstanceOf(File);
    expect(body?.document).toBeUndefined();
  });

  test("that is refused meanwhile is told why, and stays", async () => {
    const { replies: asked } = await openDesk({
      replies: replies().on(enterByPass, failing(refused("PASS_DECIDER_AWAY"))),
    });
    await code.fill(CODE);
    await button("Verificar").click();
    await button("Dejar entrar").click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    await button("Entendido").click();
    await button("Dejar entrar").click();
    await button("Entendido").click();
    // The same press, as long as nothing of it is other.
    const [first, second] = asked.asked(enterByPass).map(({ body }) => body.requestId);
    expect(second).toBe(first);
    // Another verdict than the one that stands there: it does not go on standing.
    asked.on(
      enterByPass,
      failing(refused("PASS_REFUSED", { errors: [{ property: "pass", message: "used-up" }] })),
    );
    await button("Dejar entrar").click();
    await says("Lo sentimos!", "Ya se usó. Quien invitó puede hacer otra.");
    await button("Entendido").click();
    await expect.element(guest).not.toBeInTheDocument();
    await expect.element(page.getByText("Ya se usó. Quien invitó puede hacer otra.")).toBeVisible();
  });
});

describe("a guest who was looked for by a code, while something else took their place", () => {
  const julian = page.getByRole("region", { name: "Julián Técnico" });
  const visit: Visit = {
    id: idOf(0xe1),
    code: CODE,
    user: { id: idOf(0xe5), cedula: "1000000008", name: "Víctor Visitante", photo: null, attachments: [] },
    requestedAt: lastMovementAt,
    expiresAt: lastMovementAt,
    authorised: null,
  };

  /** Once what is asked for after an answer is there, so is what that answer would show. */
  async function hearMore({ replies: asked, line }: Awaited<ReturnType<typeof openDesk>>) {
    asked.on(listGuests, ({ query }) => ({
      guests: query.which === "inside" ? [late] : [],
      totalPages: 1,
      inside: 1,
    }));
    line.say("passes:changed", { buildingId: mirador.id, apartmentId: null, passId: party.id });
    await expect.element(page.getByText("No se esperan más invitados hoy.")).toBeVisible();
  }

  const answers: Record<string, (slow: () => Promise<null>, asked: Replies) => Replies> = {
    "their pass": (slow, asked) =>
      asked.on(findPassByCode, async () => {
        await slow();
        return { pass: expected };
      }),
    "word that nobody has the code": (slow, asked) =>
      asked.on(findPassByCode, async () => {
        await slow();
        throw refused("PASS_NOT_VALID");
      }),
    "a visit": (slow, asked) =>
      asked.on(findPassByCode, { pass: null }).on(findVisit, async () => {
        await slow();
        return { visit };
      }),
    "word that no visit has the code": (slow, asked) =>
      asked.on(findPassByCode, { pass: null }).on(findVisit, async () => {
        await slow();
        throw refused("VISIT_CODE_NOT_VALID");
      }),
  };

  for (const [what, answering] of Object.entries(answers)) {
    test(`is not shown for who was chosen in a list since, when ${what} comes late`, async () => {
      const slow = held(null);
      const desk = await openDesk({ replies: answering(slow.answer, replies()) });
      await expect.poll(() => desk.line.sent(init)).not.toEqual([]);
      await code.fill(CODE);
      await button("Verificar").click();
      await slow.isAsked;
      await button(/^Julián Técnico/).click();
      await expect.element(julian.getByText("Se quedó más de lo previsto")).toBeVisible();
      await expect.element(button("Verificar")).not.toHaveAttribute("aria-busy");
      slow.letGo();
      await hearMore(desk);
      await expect.element(julian).toBeVisible();
      expect(guest.elements()).toEqual([]);
      expect(page.getByRole("alertdialog").elements()).toEqual([]);
      // Nor does it stand there when who was chosen goes.
      await julian.getByRole("button", { name: "Anotar salida" }).click();
      await expect.element(page.getByText("Anotaste la salida de Julián Técnico.")).toBeVisible();
      expect(button("Autorizar acceso").elements()).toEqual([]);
    });
  }

  test("that was authorised leaves who was chosen meanwhile, and is not asked for again", async () => {
    const slow = held({ visit: { ...visit, authorised: { at: lastMovementAt, by: null } } });
    const asked = replies()
      .on(findPassByCode, { pass: null })
      .on(findVisit, { visit })
      .on(listDoors, { doors: [{ ...mainDoor, id: idOf(0xde1) }] });
    const desk = await openDesk({ replies: asked.on(authoriseVisit, slow.answer) });
    await expect.poll(() => desk.line.sent(init)).not.toEqual([]);
    await expect.element(button("Abrir Puerta principal")).toBeVisible();
    await code.fill(CODE);
    await button("Verificar").click();
    await button("Autorizar acceso").click();
    await slow.isAsked;
    await button(/^Julián Técnico/).click();
    slow.letGo();
    await says("Código valido", "Acceso Permitido");
    await button("Entendido").click();
    await expect.element(page.getByText("Autorizaste el ingreso de Víctor Visitante.")).toBeVisible();
    await expect.element(julian).toBeVisible();
    // Opened beside Julián, it would be written down for Víctor.
    expect(panel.getByRole("button", { name: "Abrir Puerta principal" }).elements()).toEqual([]);
    await julian.getByRole("button", { name: "Anotar salida" }).click();
    await expect.element(page.getByText("Anotaste la salida de Julián Técnico.")).toBeVisible();
    expect(button("Autorizar acceso").elements()).toEqual([]);
  });

  test("is not shown after 'Limpiar'", async () => {
    const slow = held({ pass: expected });
    const desk = await openDesk({ replies: replies().on(findPassByCode, slow.answer) });
    await expect.poll(() => desk.line.sent(init)).not.toEqual([]);
    await code.fill(CODE);
    await button("Verificar").click();
    await slow.isAsked;
    await button("Limpiar").click();
    slow.letGo();
    await hearMore(desk);
    expect(guest.elements()).toEqual([]);
    await expect.element(code).toHaveValue("");
  });

  test("is the one whose code was typed last, though the first answer comes after", async () => {
    const slow = held({ pass: { ...party, refusal: null } });
    const desk = await openDesk({
      replies: replies().on(findPassByCode, ({ body }) =>
        body.code === CODE ? { pass: expected } : slow.answer(),
      ),
    });
    await expect.poll(() => desk.line.sent(init)).not.toEqual([]);
    await scan(LONG_CODE);
    await slow.isAsked;
    await code.fill(CODE);
    await userEvent.keyboard("{Enter}");
    await expect.element(guest.getByText("Puede entrar")).toBeVisible();
    slow.letGo();
    await hearMore(desk);
    await expect.element(guest.getByText("Puede entrar")).toBeVisible();
    expect(page.getByRole("region", { name: "Cumpleaños de Ana" }).elements()).toEqual([]);
  });
});

describe("a guest who is being let in", () => {
  const withPicture = { ...expected, asks: { picture: "must", document: "no" } } as const;
  const inside = { ...withPicture, state: "inside", refusal: "used-up", entered: 1, lastMovementAt } as const;
  const changed = { buildingId: mirador.id, apartmentId: null, passId: carlos.id };
  const entering = () => held({ pass: inside });

  /** Carlos stands there with his picture, and what is sent of it stays under way. */
  async function withCarlos(answer = entering()) {
    const slow = replies().on(findPassByCode, { pass: withPicture }).on(enterByPass, answer.answer);
    slow.sentShare = 0.4;
    const screen = await openDesk({ replies: slow });
    await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
    await code.fill(CODE);
    await button("Verificar").click();
    await page.getByLabelText("Foto de quien entra", { exact: true }).upload(await selfie());
    await expect.element(page.getByRole("img", { name: "Vista previa: Foto de quien entra" })).toBeVisible();
    return { ...screen, answer };
  }

  test("by a double press is let in once: nothing takes the place of what is pressed", async () => {
    const { replies: asked, answer } = await withCarlos();
    const letIn = button("Dejar entrar");
    const top = topOf(letIn);
    await letIn.dblClick();
    await expect.element(button("Cancelar envío")).toBeVisible();
    expect(topOf(letIn)).toBe(top);
    await expect.element(letIn).toHaveAttribute("aria-busy", "true");
    expect(await violations()).toEqual([]);
    answer.letGo();
    await expect.element(page.getByText("Dejaste entrar a Carlos Pérez.")).toBeVisible();
    expect(asked.asked(enterByPass)).toHaveLength(1);
  });

  test("without a picture has nothing that could be cancelled, and the button that was pressed is the busy one", async () => {
    const answer = entering();
    const slow = replies()
      .on(enterByPass, answer.answer)
      .on(listDoors, { doors: [{ ...mainDoor, id: idOf(0xde1) }] });
    slow.sentShare = 0.4;
    await openDesk({ replies: slow });
    await scan(CODE);
    await button("Dejar entrar").dblClick();
    await answer.isAsked;
    await expect.element(button("Dejar entrar")).toHaveAttribute("aria-busy", "true");
    await expect.element(button("Dejar entrar y abrir")).toBeDisabled();
    expect(button("Cancelar envío").elements()).toEqual([]);
    expect(page.getByRole("progressbar").elements()).toEqual([]);
    answer.letGo();
    await expect.element(page.getByText("Dejaste entrar a Carlos Pérez.")).toBeVisible();
  });

  test("and is cancelled stands there as the server has them by then, and is followed again", async () => {
    const { replies: asked, line } = await withCarlos();
    await button("Dejar entrar").click();
    // The server did it all the same.
    asked.on(findPassByCode, { pass: inside });
    await button("Cancelar envío").click();
    await expect.element(guest.getByText("Está adentro")).toBeVisible();
    expect(button("Dejar entrar").elements()).toEqual([]);
    asked.on(findPassByCode, { pass: { ...withPicture, state: "taken-back", refusal: "taken-back" } });
    line.say("passes:changed", changed);
    await expect.element(guest.getByText("Invitación retirada")).toBeVisible();
  });

  test("comes in though the next one's code is scanned meanwhile, who stays", async () => {
    const next = page.getByRole("region", { name: "Cumpleaños de Ana" });
    const slow = entering();
    const slower = entering();
    const asked = replies()
      .on(findPassByCode, ({ body }) => ({ pass: body.code === CODE ? expected : party }))
      .on(enterByPass, slow.answer);
    await openDesk({ replies: asked });
    await scan(CODE);
    await button("Dejar entrar").click();
    await slow.isAsked;
    await scan(LONG_CODE);
    await expect.element(next).toBeVisible();
    slow.letGo();
    await expect.element(page.getByText("Dejaste entrar a Carlos Pérez.")).toBeVisible();
    await expect.element(next).toBeVisible();
    await expect.element(code).toHaveValue(LONG_CODE);
    // What is refused is said of whom it is.
    asked.on(enterByPass, async () => {
      await slower.answer();
      throw refused("PASS_REFUSED", { errors: [{ property: "pass", message: "used-up" }] });
    });
    await scan(CODE);
    await button("Dejar entrar").click();
    await slower.isAsked;
    await button(/^Cumpleaños de Ana/).click();
    await expect.element(next).toBeVisible();
    slower.letGo();
    await says("Lo sentimos!", "Carlos Pérez: Ya se usó. Quien invitó puede hacer otra.");
    await button("Entendido").click();
    await expect.element(next).toBeVisible();
  });

  test("is told of to nobody once who let them in has signed out", async () => {
    const slow = entering();
    const asked = replies()
      .on(findPassByCode, { pass: expected })
      .on(enterByPass, async () => {
        await slow.answer();
        throw refused("PASS_REFUSED", { errors: [{ property: "pass", message: "used-up" }] });
      });
    await openDesk({ replies: asked });
    await scan(CODE);
    await button("Dejar entrar").click();
    await slow.isAsked;
    session.end("sign-out");
    await expect.element(page.getByLabelText("Cédula")).toBeVisible();
    slow.letGo();
    await nextFrames();
    expect(page.getByText(/Carlos Pérez/).elements()).toEqual([]);
  });

  test("does not come back by the news of their own entry, which comes before it is answered", async () => {
    const answer = entering();
    const asked = replies().on(enterByPass, answer.answer);
    const { line } = await openDesk({ replies: asked });
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    await scan(CODE);
    await button("Dejar entrar").click();
    await answer.isAsked;
    const followed = held({ pass: inside });
    asked.on(findPassByCode, followed.answer);
    line.say("passes:changed", changed);
    answer.letGo();
    await expect.element(page.getByText("Dejaste entrar a Carlos Pérez.")).toBeVisible();
    await followed.isAsked;
    followed.letGo();
    await isQuiet(asked, line);
    expect(guest.elements()).toEqual([]);
  });

  test("does not come back by the news of their own going, which comes before the desk is drawn without them", async () => {
    const asked = replies();
    const { line } = await openDesk({ replies: asked });
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    await button(/^Julián Técnico/).click();
    const leaving = page.getByRole("region", { name: "Julián Técnico" });
    await expect.element(leaving).toBeVisible();
    let isTold = false;
    // The lists are asked for again in the same breath in which they are cleared away.
    asked.on(listGuests, ({ query }) => {
      if (!isTold) {
        isTold = true;
        line.say("passes:changed", { ...changed, passId: late.id });
      }
      return { guests: query.which === "inside" ? [late] : [], totalPages: 1, inside: 1 };
    });
    await leaving.getByRole("button", { name: "Anotar salida" }).click();
    await expect.element(page.getByText("Anotaste la salida de Julián Técnico.")).toBeVisible();
    expect(isTold).toBe(true);
    await isQuiet(asked, line);
    expect(leaving.elements()).toEqual([]);
  });

  test("keeps nothing of the next one back", async () => {
    const { replies: asked, line } = await withCarlos();
    await button("Dejar entrar").click();
    await expect.element(button("Cancelar envío")).toBeVisible();
    await button(/^Cumpleaños de Ana/).click();
    const next = page.getByRole("region", { name: "Cumpleaños de Ana" });
    await expect.element(next.getByText("Puede entrar")).toBeVisible();
    asked.on(listGuests, {
      guests: [{ ...party, state: "taken-back", refusal: "taken-back" }],
      totalPages: 1,
      inside: 4,
    });
    line.say("passes:changed", { ...changed, passId: party.id });
    await expect.element(next.getByText("Invitación retirada")).toBeVisible();
  });
});

describe("guests that are inside and those that are expected", () => {
  test("stand in their lists, and come in and out from there", async () => {
    const { replies: asked, line } = await openDesk();
    await expect.element(page.getByRole("heading", { name: "Adentro" })).toBeVisible();
    await expect.element(page.getByText("5 personas")).toBeVisible();
    await code.fill("4829");
    await button(/^Julián Técnico/).click();
    // What was typed is not theirs.
    await expect.element(code).toHaveValue("");
    const leaving = page.getByRole("region", { name: "Julián Técnico" });
    await leaving.getByRole("button", { name: "Anotar salida" }).click();
    await expect.element(page.getByText("Anotaste la salida de Julián Técnico.")).toBeVisible();
    expect(asked.asked(leaveByPass)).toMatchObject([{ body: { people: 1 } }]);
    await expect.element(panel).toHaveFocus();

    await button(/^Cumpleaños de Ana/).click();
    const group = page.getByRole("region", { name: "Cumpleaños de Ana" });
    await expect.element(group.getByText("Faltan 7 de 12")).toBeVisible();
    await group.getByLabelText("Personas que entran").fill("8");
    await group.getByRole("button", { name: "Dejar entrar" }).click();
    await expect.element(group.getByText("* Escribe un número de 1 a 7")).toBeVisible();
    await group.getByLabelText("Personas que entran").fill("3");
    await group.getByRole("button", { name: "Dejar entrar" }).click();
    await expect.element(page.getByText("Dejaste entrar a 3 personas de Cumpleaños de Ana.")).toBeVisible();

    await expect.poll(() => line.sent(init)).not.toEqual([]);
    asked.on(listGuests, { guests: [], totalPages: 1, inside: 0 });
    line.say("passes:changed", { buildingId: mirador.id, apartmentId: null, passId: carlos.id });
    await expect.element(page.getByText("No hay invitados adentro.")).toBeVisible();
    await expect.element(page.getByText("No se esperan más invitados hoy.")).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test("of a party are ticked in its list, one act each, and others come besides", async () => {
    const [ana, luis, marta] = listed;
    const birthday = (names = listed, entered = 2, left = 1) =>
      atDesk(
        passLike(4, "Quince de Sara", { state: "inside", entries: 12, entered, left, names, lastMovementAt }),
      );
    const came = listed.map((one) =>
      one === marta ? { ...one, state: "inside" as const, at: one.at ?? lastMovementAt } : one,
    );
    const { replies: asked } = await openDesk({
      replies: replies()
        .on(listGuests, ({ query }) => ({
          guests: query.which === "inside" ? [birthday()] : [],
          totalPages: 1,
          inside: 1,
        }))
        .on(enterByPass, ({ body }) => {
          if (body.nameId === luis?.id) {
            throw refused("PASS_NAME_INSIDE");
          }
          return { pass: birthday(came, 3) };
        })
        .on(leaveByPass, { pass: birthday(came, 3, 2) }),
    });
    await button(/^Quince de Sara/).click();
    const group = page.getByRole("region", { name: "Quince de Sara" });
    await expect.element(group.getByText("Lista: 2 de 3 llegaron")).toBeVisible();
    await wholePage();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    await group.getByRole("button", { name: `Entró ${marta?.name}` }).click();
    await expect.element(page.getByText(`Entró ${marta?.name}.`)).toBeVisible();
    await expect.element(group.getByText("Lista: 3 de 3 llegaron")).toBeVisible();
    expect(asked.asked(enterByPass)).toMatchObject([{ body: { people: 1, nameId: marta?.id } }]);
    // The press keeps its place: whoever goes on by keyboard is still in the list.
    expect(document.activeElement?.getAttribute("aria-label")).toBe(`Salió ${marta?.name}`);
    await group.getByRole("button", { name: `Salió ${ana?.name}` }).click();
    await expect.element(page.getByText(`Salió ${ana?.name}.`)).toBeVisible();
    expect(asked.asked(leaveByPass)).toMatchObject([{ body: { people: 1, nameId: ana?.id } }]);
    // Another desk was first: it is said, and the list stays.
    await group.getByRole("button", { name: `Entró ${luis?.name}` }).click();
    await says("Lo sentimos!", "Esta persona de la lista ya entró.");
    await button("Entendido").click();
    await group.getByText("Entra alguien que no está en la lista").click();
    await group.getByRole("button", { name: "Dejar entrar", exact: true }).click();
    await expect.element(page.getByText("Dejaste entrar a una persona de Quince de Sara.")).toBeVisible();
    expect(asked.asked(enterByPass).at(-1)?.body).not.toHaveProperty("nameId");
    await expect.element(group).toBeVisible();
  });

  test("say that they could not be read, and are asked for again", async () => {
    const { replies: asked } = await openDesk({
      replies: replies().on(listGuests, failing(refused("FAULT"))),
    });
    const again = button("Intentar de nuevo");
    await expect.poll(() => again.elements()).toHaveLength(2);
    asked.like(replies(), listGuests);
    await expect
      .poll(() => {
        for (const one of again.elements()) {
          (one as HTMLButtonElement).click();
        }
        return button(/^Carlos Pérez/).elements();
      })
      .toHaveLength(1);
  });
});

describe("a QR before the tablet's camera", () => {
  /** A browser that reads QR codes, and sees these one after the other. */
  function seeing(...seen: readonly string[]) {
    const waiting = [...seen];
    vi.stubGlobal(
      "BarcodeDetector",
      class {
        static getSupportedFormats = async () => ["qr_code"];
        detect = async () => {
          const rawValue = waiting.shift();
          return rawValue === undefined ? [] : [{ rawValue }];
        };
      },
    );
  }

  test("is read and verified at once; another QR is said to be none of ours", async () => {
    seeing("https://example.com", CODE);
    try {
      const { replies: asked } = await openDesk();
      await button("Leer QR con la cámara").click();
      await expect.element(guest.getByText("Puede entrar")).toBeVisible();
      expect(asked.asked(findPassByCode)).toMatchObject([{ body: { code: CODE } }]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("is looked for until the sheet is closed, and why not is said", async () => {
    seeing();
    const ask = vi.spyOn(navigator.mediaDevices, "getUserMedia").mockRejectedValue(new Error("refused"));
    try {
      await openDesk();
      await button("Leer QR con la cámara").click();
      await expect.element(page.getByText(/^No pudimos usar la cámara\./)).toBeVisible();
      expect(await violations()).toEqual([]);
      expect(ask).toHaveBeenCalledWith({ video: { facingMode: "environment" } });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

test("whoever verifies codes on their own screen finds guests there too", async () => {
  const found: PassAtDesk = { ...expected, refusal: "not-yet" };
  await renderScreen("/building/visits/code/confirm", {
    as: pedro(),
    replies: replies().on(findPassByCode, { pass: found }),
  });
  await code.fill(CODE);
  await button("Verificar").click();
  await expect.element(guest.getByText("Todavía no puede entrar")).toBeVisible();
  expect(button("Dejar entrar").elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});
