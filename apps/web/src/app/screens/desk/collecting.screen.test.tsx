import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { findParcelsByCode, handOverParcels } from "@umbral/contract/parcels/parcels.contract";
import { findPassByCode, listGuests } from "@umbral/contract/passes/pass-desk.contract";
import { describe, expect, test } from "vitest";
import { commands, page } from "vitest/browser";
import { calmDesk } from "../../../../testing/screens/desk.ts";
import { beyondTheEdge, everyLook, violations } from "../../../../testing/screens/look.ts";
import { parcelLike, waitingParcel } from "../../../../testing/screens/parcels.ts";
import { atDesk, carlos } from "../../../../testing/screens/passes.ts";
import { home, somebody } from "../../../../testing/screens/people.ts";
import { held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

/* Parcels by the desk's one field: whose code it is nobody has to say. */

const CODE = "482913";
const bill = parcelLike(2, { kind: "bill", bill: "gas", carrier: "", note: "", place: "Casillero" });

const replies = (parcels = [waitingParcel, bill], waiting = parcels.length) =>
  calmDesk(
    new Replies()
      .on(apartmentDirectory, { apartments: [] })
      .on(findPassByCode, { pass: null, other: "parcels" })
      .on(findParcelsByCode, {
        apartment: { id: home.id, name: home.name },
        person: "Rosa Líder",
        parcels,
        waiting,
      })
      .on(handOverParcels, { parcels: [{ ...waitingParcel, outcome: "handed-over" }] }),
  );

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const code = page.getByLabelText("Código de ingreso");
const found = page.getByRole("region", { name: `Correspondencia de ${home.name}` });

async function shown(setting: Parameters<typeof renderScreen>[1] = {}) {
  const screen = await renderScreen("/acceso-visitante", {
    as: somebody("PORTERIA", "Pedro Portero"),
    size: "tablet",
    replies: replies(),
    ...setting,
  });
  await code.fill(CODE);
  await button("Verificar").click();
  await expect.element(found).toBeVisible();
  return screen;
}

describe("a home's code at the desk", () => {
  for (const look of everyLook) {
    test(`says what waits for it in one look, ${look.size} and ${look.colorScheme}`, async () => {
      await shown(look);
      await expect.element(found.getByRole("status").first()).toHaveTextContent("2 por recoger");
      await expect.element(found.getByText("Recibo de gas")).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      expect(await violations()).toEqual([]);
    });
  }

  test("hands over what is fetched, to whoever fetches it, and begins anew", async () => {
    const { replies: asked } = await shown();
    await found.getByRole("checkbox", { name: /^Recibo de gas/ }).click();
    await found.getByLabelText("Quién recoge").fill("Mateo, hijo de Rosa");
    await found.getByRole("button", { name: "Entregar" }).click();
    await expect.element(page.getByText(`Entregado a ${home.name}: Paquete.`)).toBeVisible();
    expect(asked.asked(handOverParcels)).toMatchObject([
      { body: { parcelIds: [waitingParcel.id], takenBy: "Mateo, hijo de Rosa", code: CODE } },
    ]);
    await expect.element(found).not.toBeInTheDocument();
    await expect.element(code).toHaveValue("");
  });

  test("gives way to the next code that is scanned while a box of it has the focus", async () => {
    const { replies: asked } = await shown({ size: "desktop" });
    await found.getByRole("checkbox", { name: /^Recibo de gas/ }).click();
    await commands.scan("735264");
    await expect
      .poll(() => asked.asked(findPassByCode).map(({ body }) => body.code))
      .toEqual([CODE, "735264"]);
    expect(page.getByText("El código quedó escrito en otro campo.", { exact: false }).elements()).toEqual([]);
  });

  test("hands over though the next code is typed meanwhile, which stays", async () => {
    const slow = held({ parcels: [{ ...waitingParcel, outcome: "handed-over" as const }] });
    await shown({ replies: replies().on(handOverParcels, slow.answer) });
    await found.getByRole("button", { name: "Entregar 2" }).click();
    await slow.isAsked;
    await code.fill("735");
    await expect.element(found).not.toBeInTheDocument();
    slow.letGo();
    await expect.element(page.getByText(`Entregado a ${home.name}: Paquete.`)).toBeVisible();
    await expect.element(code).toHaveValue("735");
  });

  test("makes room for a guest who is chosen meanwhile: whoever was chosen last is looked at", async () => {
    await shown({
      replies: replies().on(listGuests, ({ query: { which } }) => ({
        guests: which === "expected" ? [atDesk(carlos)] : [],
        totalPages: 1,
        inside: 0,
      })),
    });
    await button(/^Carlos Pérez/).click();
    await expect.element(page.getByRole("region", { name: "Carlos Pérez" })).toBeVisible();
    await expect.element(found).not.toBeInTheDocument();
  });

  test("says of how many it is where more wait than are handed over at once", async () => {
    await shown({ replies: replies([waitingParcel, bill], 31) });
    await expect.element(found.getByRole("status").first()).toHaveTextContent("31 por recoger");
    await expect.element(found.getByText(/^Se entregan 2 a la vez\./)).toBeVisible();
  });

  test("does not go on offering what another desk moved to another home meanwhile", async () => {
    await shown({
      replies: replies().on(handOverParcels, () => {
        throw refused("PARCELS_OF_ONE_HOME");
      }),
    });
    await found.getByRole("button", { name: "Entregar 2" }).click();
    await button("Entendido").click();
    await expect.element(found).not.toBeInTheDocument();
  });

  test("says so where nothing waits, and where another desk was first", async () => {
    const { replies: asked } = await shown({ replies: replies([]) });
    await expect.element(found.getByRole("status").first()).toHaveTextContent("Nada por recoger");
    expect(await violations()).toEqual([]);
    asked.on(findParcelsByCode, () => ({
      apartment: { id: home.id, name: home.name },
      person: "Rosa Líder",
      parcels: [waitingParcel],
      waiting: 1,
    }));
    asked.on(handOverParcels, () => {
      throw refused("PARCEL_CLOSED");
    });
    await button("Verificar").click();
    await found.getByRole("button", { name: "Entregar" }).click();
    await button("Entendido").click();
    await expect.element(found).not.toBeInTheDocument();
  });
});
