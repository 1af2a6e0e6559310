import { init } from "@umbral/contract/auth/auth.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import { PARCEL_CODE_MS } from "@umbral/contract/parcels/parcel-limits";
import {
  closeBills,
  drawParcelCode,
  handOverParcels,
  listHomeParcels,
  listParcels,
  moveParcel,
  type Parcel,
  receiveBills,
  receiveParcel,
  returnParcel,
  showHomeParcelPictures,
  showParcelPictures,
} from "@umbral/contract/parcels/parcels.contract";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  beyondTheEdge,
  everyLook,
  says,
  topOf,
  violations,
  wholePage,
} from "../../../testing/screens/look.ts";
import { parcelLike, waitingParcel } from "../../../testing/screens/parcels.ts";
import {
  almendros,
  home,
  idOf,
  lobbyDevice,
  mirador,
  platformAdministrator,
  somebody,
} from "../../../testing/screens/people.ts";
import { miradorSettings } from "../../../testing/screens/places.ts";
import {
  failing,
  failingUntilPressed,
  held,
  NoAnswer,
  Replies,
  refused,
} from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const DESK = "/correspondencia";
const HOME = "/building/dashboard/correspondencia";
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

type Glass = ReturnType<typeof page.getByRole>;

/** A line across the glass. */
async function sign(glass: Glass) {
  await userEvent.dragAndDrop(glass, glass, {
    sourcePosition: { x: 20, y: 20 },
    targetPosition: { x: 120, y: 60 },
  });
  await expect.element(button("Borrar firma")).toBeEnabled();
}

/** A picture of the glass that was asked for before this has been made by now. */
const pictureIsMade = (glass: Glass) =>
  new Promise<void>((resolve) => {
    const canvas = glass.element();
    if (canvas instanceof HTMLCanvasElement) {
      canvas.toBlob(() => resolve());
    }
  });

const bill = parcelLike(2, {
  kind: "bill",
  bill: "water",
  roundId: idOf(0xcb),
  carrier: "",
  note: "",
  hasLabel: false,
});
const handedOver = parcelLike(3, {
  outcome: "handed-over",
  closedAt: "2026-11-20T18:00:00.000Z",
  takenBy: "Rosa Líder",
  proof: "signature",
  hasSignature: true,
});

const tower = { id: idOf(0x70), name: "Torre A" };
const replies = () =>
  new Replies()
    .on(listParcels, ({ query }) => ({
      parcels: query.state === "waiting" ? [waitingParcel, bill] : [handedOver],
      totalPages: 1,
      waiting: 2,
      places: ["Estante 2", "Casillero"],
      towers: [tower],
    }))
    .on(listHomeParcels, ({ query }) => ({
      parcels: query.state === "waiting" ? [waitingParcel, bill] : [handedOver],
      totalPages: 1,
      waiting: 2,
    }))
    .on(apartmentDirectory, {
      apartments: [
        { id: home.id, name: home.name, tower: { name: "Torre A" }, residents: ["Rosa Residente"] },
      ],
    })
    .on(receiveParcel, { parcel: waitingParcel })
    .on(receiveBills, { count: 12 })
    .on(handOverParcels, { parcels: [handedOver] })
    .on(returnParcel, {
      parcel: { ...waitingParcel, outcome: "returned", closedAt: waitingParcel.receivedAt },
    })
    .on(showParcelPictures, { label: null, signature: null })
    .on(showHomeParcelPictures, { label: null, signature: null })
    .on(drawParcelCode, { code: "048213", expiresAt: new Date(Date.now() + 600_000).toISOString() });

const openDesk = (setting: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(DESK, {
    as: somebody("PORTERIA", "Pedro Portero"),
    size: "tablet",
    replies: replies(),
    ...setting,
  });
const openHome = (setting: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(HOME, {
    as: somebody("RESIDENTE", "Rosa Residente", home),
    size: "phone",
    replies: replies(),
    ...setting,
  });

describe("the desk", () => {
  for (const look of everyLook) {
    test(`shows what waits, ${look.size} and ${look.colorScheme}`, async () => {
      await openDesk(look);
      await expect.element(page.getByRole("heading", { name: "A-101 · Paquete" })).toBeVisible();
      await expect.element(page.getByText("2 por recoger")).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  test("receives a parcel: whose, what, where it lies", async () => {
    const asked = replies();
    await openDesk({ replies: asked });
    await button("Recibir").click();
    await page.getByRole("dialog").getByRole("button", { name: /A-101/ }).click();
    await field("Qué es").selectOptions("envelope");
    await field("Transportadora (opcional)").fill("Coordinadora");
    await field("Dónde queda (opcional)").fill("Estante 2");
    expect(await violations()).toEqual([]);
    await button("Recibir y avisar").click();
    await expect.element(page.getByText("Recibida. Avisamos a A-101.")).toBeVisible();
    expect(asked.asked(receiveParcel).at(-1)?.body).toMatchObject({
      apartmentId: home.id,
      kind: "envelope",
      carrier: "Coordinadora",
      place: "Estante 2",
    });
  });

  test("says that nobody is told where nobody lives", async () => {
    const empty = { id: home.id, name: home.name, tower: { name: "Torre A" }, residents: [] };
    await openDesk({ replies: replies().on(apartmentDirectory, { apartments: [empty] }) });
    await button("Recibir").click();
    await page.getByRole("dialog").getByRole("button", { name: /A-101/ }).click();
    await button("Recibir y avisar").click();
    await expect.element(page.getByText("Recibida. En A-101 no hay a quién avisar.")).toBeVisible();
  });

  test("loses nothing of a parcel by a slip: what was typed of it is asked about once", async () => {
    await openDesk();
    await button("Recibir").click();
    const form = page.getByRole("dialog", { name: "Recibir correspondencia" });
    await form.getByRole("button", { name: /A-101/ }).click();
    await field("Nota (opcional)").fill("Frágil");
    await userEvent.keyboard("{Escape}");
    const question = page.getByRole("alertdialog", { name: "¿Borrar lo que escribiste?" });
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect.element(field("Nota (opcional)")).toHaveValue("Frágil");
    await form.getByRole("button", { name: "Cerrar" }).click();
    await question.getByRole("button", { name: "Continuar" }).click();
    await expect.element(form).not.toBeInTheDocument();
  });

  test("takes a parcel with other words for another press, and the same again for the same one", async () => {
    const asked = replies().on(receiveParcel, failing(new NoAnswer()));
    await openDesk({ replies: asked });
    await button("Recibir").click();
    const chooseHome = () => page.getByRole("dialog").getByRole("button", { name: /A-101/ }).click();
    await chooseHome();
    const send = async (count: number) => {
      const lists = asked.asked(listParcels).length;
      await button("Recibir y avisar").click();
      await expect.poll(() => asked.asked(receiveParcel)).toHaveLength(count);
      // It may lie there all the same.
      await expect.poll(() => asked.asked(listParcels).length).toBeGreaterThan(lists);
      await button("Entendido").click();
    };
    await send(1);
    await send(2);
    await button("Atrás").click();
    await chooseHome();
    await send(3);
    await field("Nota (opcional)").fill("Frágil");
    await send(4);
    const [first, again, back, other] = asked.asked(receiveParcel).map(({ body }) => body.requestId);
    expect([again, back]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  test("receives bills for a tower", async () => {
    const asked = replies();
    await openDesk({ replies: asked });
    await button("Recibos de servicios públicos").click();
    await field("Qué recibo").selectOptions("gas");
    await field("Para quién").selectOptions(tower.id);
    await button("Recibir y avisar").click();
    await expect
      .element(page.getByText("Recibidos para 12 apartamentos. Avisamos a quienes viven en ellos."))
      .toBeVisible();
    expect(asked.asked(receiveBills).at(-1)?.body).toMatchObject({ bill: "gas", towerId: tower.id });
  });

  test("closes no other dialog with an answer that comes after its own was closed", async () => {
    const late = held({ count: 12 });
    await openDesk({ replies: replies().on(receiveBills, late.answer) });
    await button("Recibos de servicios públicos").click();
    await button("Recibir y avisar").click();
    await late.isAsked;
    await page.getByRole("dialog").getByRole("button", { name: "Cerrar" }).click();
    await button("Recibir").click();
    await page
      .getByRole("dialog", { name: "Recibir correspondencia" })
      .getByRole("button", { name: /A-101/ })
      .click();
    await field("Nota (opcional)").fill("Frágil");
    late.letGo();
    await expect.element(page.getByText(/^Recibidos para 12 apartamentos\./)).toBeVisible();
    await expect.element(field("Nota (opcional)")).toHaveValue("Frágil");
  });

  test("takes the bills of another service for another press, and the same again for the same one", async () => {
    const asked = replies().on(receiveBills, failing(new NoAnswer()));
    await openDesk({ replies: asked });
    await button("Recibos de servicios públicos").click();
    const send = async (count: number) => {
      await button("Recibir y avisar").click();
      await expect.poll(() => asked.asked(receiveBills)).toHaveLength(count);
      await button("Entendido").click();
    };
    await send(1);
    await send(2);
    await field("Qué recibo").selectOptions("gas");
    await send(3);
    const [first, again, other] = asked.asked(receiveBills).map(({ body }) => body.requestId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("says in the singular that one home is told of a bill", async () => {
    await openDesk({ replies: replies().on(receiveBills, { count: 1 }) });
    await button("Recibos de servicios públicos").click();
    await field("Qué recibo").selectOptions("gas");
    await field("Para quién").selectOptions(tower.id);
    await button("Recibir y avisar").click();
    await expect
      .element(page.getByText("Recibidos para 1 apartamento. Avisamos a quienes viven en él."))
      .toBeVisible();
  });

  test("hands over by the code, by keyboard alone, and says who was first where another desk was", async () => {
    const late = replies().on(handOverParcels, () => {
      throw refused("PARCEL_CLOSED");
    });
    await openDesk({ replies: late });
    await button("Entregar: Paquete de A-101").click();
    await button("Entregar").click();
    await expect.element(page.getByText("* Escribe el nombre de quien recoge")).toBeVisible();
    await field("Quién recoge").fill("Rosa Líder");
    await field("Código para recoger").click();
    await userEvent.keyboard("048213{Enter}");
    await says("Lo sentimos!", "Alguien ya la entregó o la devolvió. Refresca la lista.");
    expect(late.asked(handOverParcels).at(-1)?.body).toMatchObject({
      parcelIds: [waitingParcel.id],
      takenBy: "Rosa Líder",
      code: "048213",
    });
  });

  test("hands over again after its answer was lost as the same press, and what is put right as another", async () => {
    const lost = replies().on(handOverParcels, failing(new NoAnswer()));
    await openDesk({ replies: lost });
    await button("Entregar: Paquete de A-101").click();
    await field("Quién recoge").fill("Rosa Líder");
    await field("Código para recoger").fill("048213");
    await button("Entregar").click();
    await button("Entendido").click();
    await button("Entregar").click();
    await button("Entendido").click();
    await field("Código para recoger").fill("048214");
    lost.on(handOverParcels, { parcels: [handedOver] });
    await button("Entregar").click();
    await expect.element(page.getByText("Entregada.", { exact: true })).toBeVisible();
    const [first, again, other] = lost.asked(handOverParcels).map(({ body }) => body.requestId);
    expect(first).toEqual(expect.any(String));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("hands over several together against a signature on the glass", async () => {
    const asked = replies();
    await openDesk({ replies: asked });
    await page.getByLabelText(/Entregar junto con otras: Paquete/).click();
    await page.getByLabelText(/Entregar junto con otras: Recibo/).click();
    await button("Entregar 2 juntas").click();
    await field("Quién recoge").fill("Rosa Líder");
    await page.getByText("Firma", { exact: true }).click();
    await button("Entregar").click();
    await expect.element(page.getByText("* Falta la firma")).toBeVisible();
    expect(await violations()).toEqual([]);
    const glass = page.getByRole("img", { name: "Espacio para firmar" });
    await sign(glass);
    await button("Entregar").click();
    await expect.element(page.getByText("Entregaste 2.")).toBeVisible();
    const { parcelIds, signature } = asked.asked(handOverParcels).at(-1)?.body ?? {};
    expect(parcelIds).toEqual([waitingParcel.id, bill.id]);
    expect(signature?.size).toBeGreaterThan(0);
  });

  test("by a double press hands over once: nothing takes the place of what is pressed", async () => {
    const handing = held({ parcels: [handedOver] });
    const asked = replies().on(handOverParcels, handing.answer);
    asked.sentShare = 0.4;
    await openDesk({ replies: asked });
    await button("Entregar: Paquete de A-101").click();
    await field("Quién recoge").fill("Rosa Líder");
    await page.getByText("Firma", { exact: true }).click();
    const glass = page.getByRole("img", { name: "Espacio para firmar" });
    await sign(glass);
    const top = topOf(button("Entregar"));
    await button("Entregar").dblClick();
    await expect.element(button("Cancelar envío")).toBeVisible();
    expect(topOf(button("Entregar"))).toBe(top);
    expect(await violations()).toEqual([]);
    handing.letGo();
    await expect.element(page.getByText("Entregada.", { exact: true })).toBeVisible();
    expect(asked.asked(handOverParcels)).toHaveLength(1);
  });

  test("takes no tap for a signature: nobody could tell whose it is", async () => {
    const asked = replies();
    await openDesk({ replies: asked });
    await button("Entregar: Paquete de A-101").click();
    await field("Quién recoge").fill("Rosa Líder");
    await page.getByText("Firma", { exact: true }).click();
    const glass = page.getByRole("img", { name: "Espacio para firmar" });
    await glass.click();
    // As a finger that trembles a little while it taps.
    await userEvent.dragAndDrop(glass, glass, {
      sourcePosition: { x: 40, y: 40 },
      targetPosition: { x: 42, y: 41 },
    });
    await pictureIsMade(glass);
    await expect.element(button("Borrar firma")).toBeDisabled();
    await button("Entregar").click();
    await expect.element(page.getByText("* Falta la firma")).toBeVisible();
    expect(asked.asked(handOverParcels)).toEqual([]);
    await sign(glass);
    await button("Entregar").click();
    await expect.element(page.getByText("Entregada.", { exact: true })).toBeVisible();
  });

  test("sends no signature that nobody sees: it is asked for anew after the code was tried", async () => {
    const asked = replies();
    await openDesk({ replies: asked });
    await button("Entregar: Paquete de A-101").click();
    await field("Quién recoge").fill("Rosa Líder");
    await page.getByText("Firma", { exact: true }).click();
    const glass = page.getByRole("img", { name: "Espacio para firmar" });
    await sign(glass);
    await page.getByText("Código de la app", { exact: true }).click();
    await field("Quién recoge").fill("Andrés Residente");
    await page.getByText("Firma", { exact: true }).click();
    await expect.element(button("Borrar firma")).toBeDisabled();
    await button("Entregar").click();
    await expect.element(page.getByText("* Falta la firma")).toBeVisible();
    expect(asked.asked(handOverParcels)).toEqual([]);
    await sign(glass);
    await button("Entregar").click();
    await expect.element(page.getByText("Entregada.", { exact: true })).toBeVisible();
    expect(asked.asked(handOverParcels).at(-1)?.body).toMatchObject({ takenBy: "Andrés Residente" });
  });

  describe("with several chosen of one home", () => {
    const note = parcelLike(4, { kind: "envelope" });
    const gas = parcelLike(5, { kind: "bill", bill: "gas", roundId: bill.roundId });
    const later = parcelLike(6, { kind: "groceries" });
    const choice = (name: string) => page.getByLabelText(`Entregar junto con otras: ${name} de A-101`);
    const together = (count: number) => button(`Entregar ${count} juntas`);

    /** What waits for A-101; another desk, or this one, takes of it. */
    function lobby(...waiting: Parcel[]) {
      const gone = new Set<string>();
      const given = replies()
        .on(listParcels, () => {
          const parcels = waiting.filter(({ id }) => !gone.has(id));
          return { parcels, totalPages: 1, waiting: parcels.length, places: [], towers: [tower] };
        })
        .on(returnParcel, ({ params }) => {
          gone.add(params.parcelId);
          return { parcel: parcelLike(1, { outcome: "returned", closedAt: waitingParcel.receivedAt }) };
        })
        .on(closeBills, ({ params }) => {
          const round = waiting.filter(({ roundId }) => roundId === params.roundId);
          for (const { id } of round) {
            gone.add(id);
          }
          return { count: round.length };
        })
        .on(moveParcel, ({ params }) => {
          gone.add(params.parcelId);
          return { parcel: waitingParcel };
        });
      return { given, take: (parcel: Parcel) => gone.add(parcel.id) };
    }

    /** Chosen is what stands there: with one more, both are handed over. */
    async function handsOverWith(given: Replies, kept: Parcel) {
      await choice("Mercado").click();
      await together(2).click();
      await field("Quién recoge").fill("Rosa Líder");
      await field("Código para recoger").fill("048213");
      await button("Entregar").click();
      await expect.element(page.getByText("Entregaste 2.")).toBeVisible();
      expect(given.asked(handOverParcels).at(-1)?.body.parcelIds).toEqual([kept.id, later.id]);
    }

    test("takes no more than are handed over at once, and says so", async () => {
      const many = Array.from({ length: 31 }, (_, count) => parcelLike(count, {}));
      await openDesk({ replies: lobby(...many).given });
      const boxes = page.getByLabelText("Entregar junto con otras: Paquete de A-101");
      await expect.poll(() => boxes.elements().length).toBe(31);
      for (const box of boxes.all()) {
        await box.click();
      }
      await expect.element(together(30)).toBeVisible();
      await expect.element(page.getByText("Se entregan máximo 30 a la vez.")).toBeVisible();
    });

    test("forgets the one that is given back", async () => {
      const { given } = lobby(waitingParcel, note, later);
      await openDesk({ replies: given });
      await choice("Paquete").click();
      await choice("Sobre").click();
      await button("Devolver: Paquete de A-101").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
      await expect.element(choice("Paquete")).not.toBeInTheDocument();
      expect(together(2).elements()).toEqual([]);
      await handsOverWith(given, note);
    });

    test("forgets the one that was of another home", async () => {
      const { given } = lobby(waitingParcel, note, later);
      await openDesk({ replies: given });
      await choice("Paquete").click();
      await choice("Sobre").click();
      await button("Cambiar apartamento: Paquete de A-101").click();
      await page.getByRole("dialog").getByRole("button", { name: /A-101/ }).click();
      await expect.element(choice("Paquete")).not.toBeInTheDocument();
      expect(together(2).elements()).toEqual([]);
      await handsOverWith(given, note);
    });

    test("finds the other home by what is typed while that is asked", async () => {
      const { given } = lobby(waitingParcel);
      await openDesk({ replies: given });
      await button("Cambiar apartamento: Paquete de A-101").click();
      await expect.element(page.getByRole("dialog").getByRole("button", { name: /A-101/ })).toBeVisible();
      await userEvent.keyboard("101{Enter}");
      await expect.element(choice("Paquete")).not.toBeInTheDocument();
      expect(given.asked(moveParcel)).toHaveLength(1);
    });

    test("forgets every bill of a round that is closed", async () => {
      const { given } = lobby(bill, gas, note, later);
      await openDesk({ replies: given });
      await choice("Recibo de agua").click();
      await choice("Recibo de gas").click();
      await choice("Sobre").click();
      await expect.element(together(3)).toBeVisible();
      await button("Cerrar todos los recibos").first().click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
      await expect.element(choice("Recibo de agua")).not.toBeInTheDocument();
      expect(button(/juntas$/).elements()).toEqual([]);
      await handsOverWith(given, note);
    });

    for (const code of ["PARCEL_CLOSED", "PARCEL_NOT_FOUND", "PARCELS_OF_ONE_HOME"] as const) {
      test(`says why another desk was first, and does not offer them again: ${code}`, async () => {
        const { given, take } = lobby(waitingParcel, note, later);
        given.on(handOverParcels, () => {
          take(waitingParcel);
          throw refused(code);
        });
        await openDesk({ replies: given });
        await choice("Paquete").click();
        await choice("Sobre").click();
        await together(2).click();
        await field("Quién recoge").fill("Rosa Líder");
        await field("Código para recoger").fill("048213");
        await button("Entregar").click();
        await says("Lo sentimos!", sentenceOf(code));
        await button("Entendido").click();
        await page.getByRole("dialog", { name: "Entregar" }).getByRole("button", { name: "Cerrar" }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
        await expect.element(choice("Sobre")).not.toBeChecked();
        expect(button(/juntas$/).elements()).toEqual([]);
        given.on(handOverParcels, { parcels: [handedOver] });
        await choice("Sobre").click();
        await handsOverWith(given, note);
      });
    }

    test("keeps them after a slip of the code", async () => {
      const { given } = lobby(waitingParcel, note);
      given.on(handOverParcels, failing(refused("PARCEL_CODE_NOT_VALID")));
      await openDesk({ replies: given });
      await choice("Paquete").click();
      await choice("Sobre").click();
      await together(2).click();
      await field("Quién recoge").fill("Rosa Líder");
      await field("Código para recoger").fill("048213");
      await button("Entregar").click();
      await says("Lo sentimos!", sentenceOf("PARCEL_CODE_NOT_VALID"));
      await expect.element(together(2)).toBeInTheDocument();
    });
  });

  test("hands over the only one of the last page, and stands on the page before it", async () => {
    const all = Array.from({ length: 21 }, (_, at) =>
      parcelLike(at + 16, { carrier: `Mensajero ${at + 1}` }),
    );
    let count = all.length;
    const given = replies()
      .on(listParcels, ({ query }) => ({
        parcels: all.slice(0, count).slice((query.page - 1) * 20, query.page * 20),
        totalPages: Math.ceil(count / 20),
        waiting: count,
        places: [],
        towers: [],
      }))
      .on(handOverParcels, () => {
        count = 20;
        return { parcels: [handedOver] };
      });
    const { line, path } = await openDesk({ replies: given });
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    await button("Siguiente").click();
    await expect.element(page.getByText(/Mensajero 21/)).toBeVisible();
    await button("Entregar: Paquete de A-101").click();
    await field("Quién recoge").fill("Rosa Líder");
    await field("Código para recoger").fill("048213");
    await button("Entregar").click();
    await expect.element(page.getByText(/Mensajero 20/)).toBeInTheDocument();
    expect(path()).toBe(DESK);
    expect(page.getByText("No hay correspondencia por recoger.").elements()).toEqual([]);
    // That page had nothing when it was last looked at, and is there again.
    count = 21;
    line.say("parcels:changed", { buildingId: mirador.id, apartmentId: home.id });
    await button("Siguiente").click();
    await expect.element(page.getByText(/Mensajero 21/)).toBeVisible();
    expect(path()).toBe(`${DESK}?pagina=2`);
  });

  test("gives one back after a question, and shows what was handed over", async () => {
    const asked = replies();
    await openDesk({ replies: asked });
    await button("Devolver: Paquete de A-101").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect.element(page.getByText("Devuelta.", { exact: true })).toBeVisible();
    await page.getByText("Filtros", { exact: true }).click();
    await field("Estado").selectOptions("handed-over");
    await expect.element(button("Quitar filtro: Entregadas")).toBeVisible();
    await expect.element(page.getByText(/La recogió Rosa Líder/)).toBeVisible();
    expect(asked.asked(returnParcel)).toMatchObject([{ body: { requestId: expect.any(String) } }]);
  });

  test("says that nothing waits, and tries again what failed", async () => {
    const nothing = { parcels: [], totalPages: 0, waiting: 0, places: [], towers: [] };
    await openDesk({
      replies: replies().on(listParcels, failingUntilPressed(refused("UNAVAILABLE"), nothing)),
    });
    await button("Intentar de nuevo").click();
    await expect.element(page.getByText("No hay correspondencia por recoger.")).toBeVisible();
  });
});

describe("who keeps several lobbies", () => {
  const pedro = somebody("PORTERIA", "Pedro Portero");
  const [space] = pedro.spaces;
  const as = {
    ...pedro,
    spaces: [
      ...pedro.spaces,
      // The same lobby once more, as something else: it is one building.
      ...(space === undefined
        ? []
        : [
            { ...space, id: idOf(0x5b), role: { name: "CONSERJE" as const } },
            { ...space, id: idOf(0x5c), building: { ...space.building, ...almendros } },
          ]),
    ],
  };

  for (const look of everyLook) {
    test(`chooses at which one they are, ${look.size} and ${look.colorScheme}`, async () => {
      const asked = replies();
      const screen = await openDesk({ as, replies: asked, ...look });
      await expect.poll(() => asked.asked(listParcels).at(-1)?.params).toEqual({ buildingId: mirador.id });
      await page.getByLabelText("Buscar apartamento").fill("A-1");
      await expect.poll(() => asked.asked(listParcels).at(-1)?.query.search).toBe("A-1");
      const choice = page.getByRole("combobox", { name: "Edificio" });
      expect([...choice.element().querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual([
        mirador.name,
        almendros.name,
      ]);
      await choice.selectOptions(almendros.name);
      await expect.poll(() => asked.asked(listParcels).at(-1)?.params).toEqual({ buildingId: almendros.id });
      expect(asked.asked(listParcels).at(-1)?.query.search).toBe("");
      expect(screen.path()).toBe(`${DESK}?edificio=${almendros.id}`);
      await expect.element(choice).toHaveValue(almendros.id);
      await expect.element(page.getByRole("heading", { name: "A-101 · Paquete" })).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
      // What they do there is of that building.
      await button("Recibos de servicios públicos").click();
      await button("Recibir y avisar").click();
      await expect.poll(() => asked.asked(receiveBills).at(-1)?.params).toEqual({ buildingId: almendros.id });
    });
  }

  test("is not asked at a device, which stands at one lobby, nor led to a building that is not theirs", async () => {
    const asked = replies();
    await renderScreen(`${DESK}?edificio=${almendros.id}`, { as: pedro, replies: asked });
    await expect.poll(() => asked.asked(listParcels).at(-1)?.params).toEqual({ buildingId: mirador.id });
    expect(page.getByRole("combobox", { name: "Edificio" }).elements()).toEqual([]);
    const device = lobbyDevice({ role: "PORTERIA", name: "Pedro Portero" });
    await openDesk({ as: { ...device, spaces: as.spaces }, replies: asked });
    await expect.element(page.getByRole("heading", { name: "A-101 · Paquete" })).toBeVisible();
    expect(page.getByRole("combobox", { name: "Edificio" }).elements()).toEqual([]);
  });
});

describe("the platform", () => {
  const as = platformAdministrator();
  const standing = { apartments: 8, doors: 3, controller: "online", lastSeenAt: null } as const;
  const buildings = [mirador, almendros].map((one) => ({ ...miradorSettings, ...standing, ...one }));
  const ofPlatform = () => replies().on(administerBuildings, { buildings });

  for (const look of everyLook) {
    test(`chooses a building and reads what lies there, ${look.size} and ${look.colorScheme}`, async () => {
      const asked = ofPlatform();
      await openDesk({ as, replies: asked, ...look });
      await page.getByRole("link", { name: almendros.name }).click();
      await expect.element(page.getByRole("heading", { name: "A-101 · Paquete" })).toBeVisible();
      await expect.element(page.getByText(almendros.name, { exact: true })).toBeVisible();
      expect(asked.asked(listParcels).at(-1)?.params).toEqual({ buildingId: almendros.id });
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  test("has the pictures, the history and the file, and nothing to keep with", async () => {
    const asked = ofPlatform();
    await openDesk({ as, replies: asked });
    await page.getByRole("link", { name: mirador.name }).click();
    await button("Ver fotos: Paquete de A-101").click();
    await expect.poll(() => asked.asked(showParcelPictures)).not.toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Descargar CSV")).toBeVisible();
    for (const act of [/^Recibir/, /^Recibos/, /^Entregar/, /^Devolver/, /^Cambiar/, /^Cerrar todos/]) {
      expect([act, button(act).elements()]).toEqual([act, []]);
    }
    expect(page.getByRole("checkbox").elements()).toEqual([]);
    await page.getByText("Filtros", { exact: true }).click();
    await field("Estado").selectOptions("handed-over");
    await expect.element(page.getByText(/La recogió Rosa Líder/)).toBeVisible();
    expect(asked.asked(listParcels).at(-1)?.params).toEqual({ buildingId: mirador.id });
  });

  test("finds it in the menu", async () => {
    await openDesk({ as, replies: ofPlatform(), size: "desktop" });
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    const entry = menu.getByRole("link", { name: "Correspondencia", exact: true });
    await expect.element(entry).toHaveAttribute("href", DESK);
    expect(menu.getByRole("link", { name: "Mi correspondencia" }).elements()).toEqual([]);
  });
});

describe("a home", () => {
  for (const look of everyLook) {
    test(`sees what waits and what came, ${look.size} and ${look.colorScheme}`, async () => {
      await openHome(look);
      await expect.element(page.getByRole("heading", { name: "Recibo de agua" })).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
      await page.getByRole("tab", { name: "Historial" }).click();
      await expect.element(page.getByText(/La recogió Rosa Líder/)).toBeVisible();
    });
  }

  test("draws a code when it comes for them", async () => {
    await openHome();
    await button("Recoger").click();
    await expect.element(page.getByText("048213")).toBeVisible();
    await expect.element(page.getByRole("img", { name: "QR del código para recoger" })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test("is shown its code as long as it is good, whatever the phone's clock says", async () => {
    const { replies: asked } = await openHome();
    const anHourAgo = Date.now() - 3_600_000;
    asked.on(drawParcelCode, {
      code: "730164",
      expiresAt: new Date(anHourAgo + PARCEL_CODE_MS).toISOString(),
    });
    // The page goes on as it does; only the clock is pushed.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
    try {
      await button("Recoger").click();
      await expect.element(page.getByText("730164")).toBeVisible();
      vi.advanceTimersByTime(PARCEL_CODE_MS);
      await expect.element(page.getByText("Este código venció.")).toBeVisible();
      expect(page.getByText("730164").elements()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is not offered a code any longer that was used", async () => {
    const { replies: asked, line } = await openHome();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    await button("Recoger").click();
    await expect.element(page.getByText("048213")).toBeVisible();
    const changed = { buildingId: mirador.id, apartmentId: home.id };
    const since = (more: Partial<Parcel>) => {
      const before = asked.asked(listHomeParcels).length;
      const parcel = { ...handedOver, closedAt: new Date().toISOString(), ...more };
      asked.on(listHomeParcels, { parcels: [parcel], totalPages: 1, waiting: 1 });
      line.say("parcels:changed", changed);
      return expect.poll(() => asked.asked(listHomeParcels).length).toBeGreaterThanOrEqual(before + 2);
    };
    // Of what went otherwise, while something waits, it is still the code.
    await since({ proof: "signature" });
    await since({ outcome: "returned", proof: null });
    await expect.element(page.getByText("048213")).toBeVisible();
    await since({ proof: "code" });
    await expect.element(page.getByText("Ya se entregó tu correspondencia.")).toBeVisible();
    expect(page.getByText("048213").elements()).toEqual([]);
    expect(await violations()).toEqual([]);
    // For what waits yet another is drawn.
    asked.on(drawParcelCode, {
      code: "550011",
      expiresAt: new Date(Date.now() + 2 * PARCEL_CODE_MS).toISOString(),
    });
    await button("Pedir otro código").click();
    await expect.element(page.getByText("550011")).toBeVisible();
  });
});
