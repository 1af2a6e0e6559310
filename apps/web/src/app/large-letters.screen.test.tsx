import { listBlockedCallers } from "@umbral/contract/calls/blocked-callers.contract";
import { callHistory, type PastCall } from "@umbral/contract/calls/call-history.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { listLogbook } from "@umbral/contract/logbook/logbook.contract";
import { readPerson } from "@umbral/contract/users/person.contract";
import { listUserDetails, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { type ListedVisit, listVisits } from "@umbral/contract/visits/visits.contract";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { missedCall } from "../../testing/screens/calls.ts";
import { mainDoor } from "../../testing/screens/doors.ts";
import { leastReply } from "../../testing/screens/least-reply.ts";
import { noteOf } from "../../testing/screens/logbook.ts";
import { beyondTheEdge, brokenWords, largeLetters, violations } from "../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../testing/screens/people.ts";
import { cardOfRosa, rosaPage } from "../../testing/screens/person-page.ts";
import { placesReplies } from "../../testing/screens/places.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

/* A phone of 360 px whose letters are twice as large as others'. */

const AT = "2026-03-09T15:00:00.000Z";
const rosa = () => somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const pedro = () => somebody("PORTERIA", "Pedro Portero");
const replies = () => placesReplies().otherwise(leastReply);
const icons = () =>
  [...document.querySelectorAll("main :is(button, a) > svg[width]")].map((icon) => ({
    drawn: Math.round(icon.getBoundingClientRect().width),
    meant: Number(icon.getAttribute("width")),
  }));

beforeEach(largeLetters);

test("the ways under the sign-in stay on the screen", async () => {
  await renderScreen("/", { size: "phone", replies: replies() });
  await expect.element(page.getByRole("link", { name: "Residente/Colaborador" })).toBeVisible();
  expect(beyondTheEdge()).toEqual([]);
});

test("a long word of a title makes no screen wider than it is", async () => {
  await renderScreen("/building/dashboard/correspondencia", {
    as: rosa(),
    size: "phone",
    replies: replies(),
  });
  const title = page.getByRole("heading", { level: 1 });
  await expect.element(title).toHaveTextContent("Mi correspondencia");
  expect(beyondTheEdge()).toEqual([]);
});

test("who rang is read in whole words, and icons stay as large as they are", async () => {
  const call: PastCall = {
    ...missedCall(AT),
    status: "CONTESTADA",
    answered: { id: idOf(0x11), name: "Rosa Líder", by: "app" },
    answeredAt: AT,
  };
  const marta = { id: idOf(0x13), name: "Marta Visitante" };
  const calls = [call, { ...call, id: idOf(0xca2), isFromLobby: false, caller: marta }];
  await renderScreen("/building/dashboard/llamadas", {
    as: rosa(),
    size: "phone",
    replies: replies()
      .on(callHistory, { calls, totalPages: 1 })
      .on(listBlockedCallers, { blockedCallers: [] }),
  });
  await expect.element(page.getByRole("button", { name: "Bloquear a Marta Visitante" })).toBeVisible();
  expect(brokenWords()).toEqual([]);
  expect(icons().filter(({ drawn, meant }) => drawn !== meant)).toEqual([]);
  expect(icons().length).toBeGreaterThan(1);
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test("a line of the log is read in whole words, and written on the screen", async () => {
  const line = noteOf(0x10b1, AT, "Llegó la bomba del tanque");
  await renderScreen("/building/dashboard/minuta", {
    as: pedro(),
    size: "phone",
    replies: replies().on(listLogbook, { lines: [line], totalPages: 1, hasOlder: false }),
  });
  await expect.element(page.getByRole("button", { name: /^Corregir/ })).toBeVisible();
  expect(brokenWords(page.getByRole("article").element())).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a visit is read in whole words, and its code has room for all its digits", async () => {
  const visit: ListedVisit = {
    id: idOf(0xc01),
    user: { id: idOf(0xd01), cedula: "1000000008", name: "Víctor Visitante" },
    image: null,
    state: "authorised",
    requestedAt: AT,
    authorised: { at: AT, by: { id: idOf(0x12), name: "Pedro Portero" } },
  };
  await renderScreen("/building/visits/code/confirm", {
    as: pedro(),
    size: "phone",
    replies: replies().on(listVisits, {
      day: "2026-03-09",
      today: "2026-03-09",
      visits: [visit],
      totalPages: 1,
    }),
  });
  await expect.element(page.getByRole("article")).toBeVisible();
  expect(brokenWords()).toEqual([]);
  const field = page.getByLabelText("Código de ingreso");
  await field.fill("482913");
  expect(field.element().scrollWidth).toBeLessThanOrEqual(field.element().clientWidth);
  for (const name of ["Verificar", "Limpiar"]) {
    const button = page.getByRole("button", { name, exact: true }).element();
    expect(button.scrollWidth, name).toBeLessThanOrEqual(button.clientWidth);
  }
  expect(beyondTheEdge()).toEqual([]);
});

test("the plan says the whole name of each door", async () => {
  const doors = [
    { ...mainDoor, left: 20 },
    { ...mainDoor, id: idOf(0xd02), name: "Acceso torre B", left: 70 },
  ];
  await renderScreen("/building/dashboard/plano", {
    as: rosa(),
    size: "phone",
    replies: replies().on(listDoors, { doors }),
  });
  const plan = page.getByRole("list", { name: "Puertas en el plano" });
  await expect.element(plan.getByText("Acceso torre B")).toBeVisible();
  for (const { name } of doors) {
    const words = plan.getByText(name).element();
    expect(words.scrollWidth, name).toBeLessThanOrEqual(words.clientWidth);
    expect(words.scrollHeight, name).toBeLessThanOrEqual(words.clientHeight);
  }
  expect(brokenWords(plan.element())).toEqual([]);
});

test("the page of a person is no wider than the screen", async () => {
  await renderScreen(`/admin-dashboard/people/${rosaPage.id}`, {
    as: platformAdministrator(),
    size: "phone",
    replies: replies().on(readPerson, { person: rosaPage }),
  });
  await expect.element(page.getByRole("heading", { level: 1, name: rosaPage.name })).toBeVisible();
  const card = page.getByRole("listitem").filter({ hasText: cardOfRosa.tag });
  await expect.element(card).toBeVisible();
  expect(brokenWords(card.element())).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a row of a table says all it has to say, one thing under the other", async () => {
  const person: UserDetail = {
    id: idOf(0x14),
    photo: null,
    name: "Aníbal Propietario",
    cedula: "1000000001",
    phone: "+573001234567",
    email: "anibal@example.com",
    active: true,
    verified: true,
    roleName: "RESIDENTE_TEMPORAL",
    apartmentName: home.name,
    buildingName: mirador.name,
    places: [],
    tags: [],
    alias: "",
  };
  await renderScreen("/admin-dashboard/users", {
    as: platformAdministrator(),
    size: "phone",
    replies: replies().on(listUserDetails, { users: [person], totalPages: 1, isMore: false }),
  });
  await expect.element(page.getByRole("link", { name: person.name })).toBeVisible();
  const cells = [...document.querySelectorAll("tbody td")];
  expect(cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)).toEqual(
    [],
  );
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
});
