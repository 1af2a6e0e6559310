import { type ListedVisit, listVisits } from "@umbral/contract/visits/visits.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { idOf, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { held } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const TODAY = "2026-03-10";
const authorised = { at: "2026-03-09T15:05:00.000Z", by: { id: idOf(0x12), name: "Pedro Portero" } };

const visitOf = (count: number, name: string): ListedVisit => ({
  id: idOf(0xc00 + count),
  user: { id: idOf(0xd00 + count), cedula: `100000001${count}`, name },
  image: null,
  state: "authorised",
  requestedAt: "2026-03-09T15:00:00.000Z",
  authorised,
});
const yesterday = [visitOf(1, "Víctor Visitante"), visitOf(2, "Diana Desconocida")];

/** As the server finds them. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

test("yesterday's visits are a touch away, and a name or a state finds one", async () => {
  const replies = placesReplies().on(listVisits, ({ query: { day = TODAY, search, state } }) => ({
    day,
    today: TODAY,
    visits: (day === "2026-03-09" ? yesterday : []).filter(
      (visit) =>
        plain(visit.user.name).includes(plain(search)) && (state === undefined || visit.state === state),
    ),
    totalPages: 1,
  }));
  const as = somebody("PORTERIA", "Pablo Portero");
  await renderScreen("/building/visits/code/confirm", { as, size: "tablet", replies });
  const heading = (name: string) => page.getByRole("heading", { name, exact: true });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const names = () =>
    page
      .getByRole("article")
      .getByRole("heading")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.element(page.getByText("Todavía no hay visitas hoy.")).toBeVisible();

  await press("Día anterior");
  await expect.element(heading("Visitas de ayer")).toBeVisible();
  await expect.poll(names).toEqual(["Víctor Visitante", "Diana Desconocida"]);
  await expect
    .element(page.getByRole("article").first())
    .toHaveTextContent(/Autorizó Pedro Portero a las 10:05 AM/);
  await page.getByLabelText("Buscar por nombre o documento").fill("victor");
  await expect.poll(names).toEqual(["Víctor Visitante"]);
  await press("Esperando");
  await expect.element(page.getByText("Ninguna visita coincide con tu búsqueda.")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);

  await press("Todas");
  await page.getByLabelText("Buscar por nombre o documento").fill("");
  await expect.poll(names).toHaveLength(2);
  await press("Día siguiente");
  await expect.element(heading("Visitas de hoy")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Día siguiente" })).toBeDisabled();
  await expect.element(page.getByText("Todavía no hay visitas hoy.")).toBeVisible();
});

test("two presses go two days back, and no day stands under the name of another that is still to come", async () => {
  const late = held(undefined);
  const slow = new Set<string>();
  const replies = placesReplies().on(listVisits, async ({ query: { day = TODAY } }) => {
    if (slow.has(day)) {
      await late.answer();
    }
    return { day, today: TODAY, visits: day === TODAY ? [] : yesterday, totalPages: 1 };
  });
  const as = somebody("PORTERIA", "Pablo Portero");
  await renderScreen("/building/visits/code/confirm", { as, size: "tablet", replies });
  await expect.element(page.getByText("Todavía no hay visitas hoy.")).toBeVisible();
  slow.add("2026-03-09");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Día anterior");
  await late.isAsked;
  await press("Día anterior");
  const title = page.getByRole("heading", { name: /^Visitas de/ });
  await expect.element(title).toHaveTextContent("Visitas del 8 mar 2026");
  slow.add(TODAY);
  await press("Día siguiente");
  await press("Día siguiente");
  await expect.element(page.getByRole("button", { name: "Día siguiente" })).toBeDisabled();
  expect(page.getByRole("article").elements()).toHaveLength(2);
  await expect.element(title).toHaveTextContent("Visitas del 8 mar 2026");
  late.letGo();
  await expect.element(title).toHaveTextContent("Visitas de hoy");
  await expect.element(page.getByText("Todavía no hay visitas hoy.")).toBeVisible();
});
