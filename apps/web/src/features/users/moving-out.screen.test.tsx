import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import { listMembers } from "@umbral/contract/users/members.contract";
import {
  type Leaving,
  leaveBuilding,
  leaveHome,
  readHomeLeaving,
  readLeaving,
} from "@umbral/contract/users/moving-out.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accessReplies, LEVELS, sergio } from "../../../testing/screens/access.ts";
import { leaveBefore } from "../../../testing/screens/leaving.ts";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { home, idOf, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { failing, held, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const rosa: Leaving["people"][number] = {
  id: idOf(0x205a),
  name: "Rosa Líder",
  roles: ["RESIDENTE_LIDER"],
  leavesBuilding: true,
  levels: ["Gimnasio"],
  cards: 2,
  losesCards: true,
};
const andres: Leaving["people"][number] = {
  ...rosa,
  id: idOf(0x205b),
  name: "Andrés Residente",
  roles: ["RESIDENTE"],
  leavesBuilding: false,
  levels: [],
  cards: 1,
  losesCards: false,
};
const everybody: Leaving = {
  people: [rosa, andres],
  cardHolders: [{ id: idOf(0x205c), name: "Martina Niña", cards: 1 }],
};
const dialog = () => page.getByRole("dialog");

async function openHome(replies: Replies, look: object = { size: "phone" }) {
  await renderScreen("/profile?ver=apartamentos", {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies: replies
      .on(apartmentDirectory, { apartments: [{ id: home.id, name: home.name, tower: { name: "A" } }] })
      .on(listMembers, { members: [] })
      .on(listHomeCardHolders, { cardHolders: [] }),
    ...look,
  });
  await page.getByRole("button", { name: /A-101/ }).click();
  await page.getByRole("button", { name: "Mudanza del apartamento A-101" }).click();
}

test("whoever only waits for a home reads as such, and not as somebody who lives there", async () => {
  const nora: Leaving["people"][number] = {
    ...{ id: idOf(0x205d), name: "Nora Nueva", roles: [], asked: ["RESIDENTE"], leavesBuilding: true },
    ...{ levels: [], cards: 0, losesCards: true },
  };
  await openHome(new Replies().on(readHomeLeaving, { leaving: { people: [nora], cardHolders: [] } }));
  await expect.element(dialog().getByText("Se rechaza su solicitud de ser residente.")).toBeVisible();
  expect(
    dialog()
      .getByText(/^Deja de ser/)
      .elements(),
  ).toEqual([]);
});

for (const look of everyLook) {
  test(`a whole home is told before what ends for each (${look.size}, ${look.colorScheme})`, async () => {
    await openHome(new Replies().on(readHomeLeaving, { leaving: everybody }), look);
    for (const sentence of [
      "Deja de ser residente líder.",
      "Pierde el nivel Gimnasio.",
      "Pierde sus 2 tarjetas, que quedan libres para otras personas.",
      "Sigue en el edificio por otro rol, y conserva sus niveles.",
      "Conserva su tarjeta.",
      "Pierde su tarjeta, que queda libre para otra persona.",
      // Andrés keeps seeing the building, and who has no account hears of nothing.
      "Termina de inmediato, y quien tiene cuenta recibe un aviso. No se puede deshacer.",
    ]) {
      await expect.element(dialog().getByText(sentence)).toBeVisible();
    }
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("of who keeps cards that open nothing here it is not said where else they belong: they may stay as a visitor", async () => {
  const visitor = { ...andres, leavesBuilding: true };
  await openHome(new Replies().on(readHomeLeaving, { leaving: { people: [visitor], cardHolders: [] } }));
  await expect.element(dialog().getByText("Conserva su tarjeta, que aquí ya no abre nada.")).toBeVisible();
});

test("a home moves out in one act; one in which nobody lives says so", async () => {
  const replies = new Replies()
    .on(readHomeLeaving, { leaving: everybody })
    .on(leaveHome, { leaving: everybody });
  await openHome(replies);
  await dialog().getByRole("button", { name: "Retirar a todos" }).click();
  await expect.element(page.getByText("En este hogar ya no hay nadie.")).toBeVisible();
  expect(replies.asked(leaveHome).map(({ params }) => params)).toEqual([{ id: home.id }]);
  replies.on(readHomeLeaving, { leaving: { people: [], cardHolders: [] } });
  await page.getByRole("button", { name: "Mudanza del apartamento A-101" }).click();
  await expect.element(dialog().getByText("En este hogar no hay nadie.")).toBeVisible();
});

test("that a home moved out is told to nobody after who did it has left", async () => {
  const late = held({ leaving: everybody });
  await openHome(new Replies().on(readHomeLeaving, { leaving: everybody }).on(leaveHome, late.answer));
  await dialog().getByRole("button", { name: "Retirar a todos" }).click();
  await leaveBefore(late);
  expect(page.getByText("En este hogar ya no hay nadie.").elements()).toEqual([]);
});

test("of a home to which somebody is only invited that is told, and taken back with it", async () => {
  const invited = {
    leaving: {
      people: [],
      cardHolders: [],
      invitations: [{ id: idOf(0x205e), name: "Nora Nueva", role: "RESIDENTE" as const }],
    },
  };
  const replies = new Replies().on(readHomeLeaving, invited).on(leaveHome, invited);
  await openHome(replies);
  await expect.element(dialog().getByText("Su invitación como residente deja de servir.")).toBeVisible();
  await dialog().getByRole("button", { name: "Retirar", exact: true }).click();
  await expect.element(page.getByText("En este hogar ya no hay nadie.")).toBeVisible();
  expect(replies.asked(leaveHome)).toHaveLength(1);
});

test("of who moves out of a home alone, and keeps another role, it is not said that they have no access", async () => {
  const replies = new Replies()
    .on(readHomeLeaving, { leaving: { people: [andres], cardHolders: [] } })
    .on(leaveHome, { leaving: { people: [andres], cardHolders: [] } });
  await openHome(replies);
  await dialog().getByRole("button", { name: "Retirar", exact: true }).click();
  await expect.element(page.getByText("En este hogar ya no hay nadie.")).toBeVisible();
  expect(page.getByText(/ya no tiene acceso/).elements()).toEqual([]);
});

test("one person is taken away from the building, and a refusal is said", async () => {
  const one = { leaving: { people: [{ ...rosa, id: sergio.id, name: sergio.name }], cardHolders: [] } };
  const replies = accessReplies()
    .on(readLeaving, one)
    .on(leaveBuilding, failing(refused("PLATFORM_ONLY")));
  await renderScreen(LEVELS, { as: platformAdministrator(), replies, expectInConsole: ["403"] });
  const part = page.getByRole("region", { name: "Niveles de una persona" });
  await part.getByRole("searchbox", { name: "Persona" }).fill("sergio");
  await part.getByRole("button", { name: /Sergio Servicios/ }).click();
  const remove = page.getByRole("button", { name: "Retirar del edificio a Sergio Servicios" });
  await remove.click();
  await expect.element(dialog().getByRole("button", { name: "Retirar", exact: true })).toBeVisible();
  expect(await violations()).toEqual([]);
  await dialog().getByRole("button", { name: "Retirar", exact: true }).click();
  await expect
    .element(page.getByText("Esto solo lo puede hacer la administración de la plataforma."))
    .toBeVisible();
  await page.getByRole("alertdialog").getByRole("button").click();
  replies.on(leaveBuilding, one);
  await dialog().getByRole("button", { name: "Retirar", exact: true }).click();
  await expect.element(page.getByText("Sergio Servicios ya no tiene acceso.")).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
});
