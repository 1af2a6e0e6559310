import { type Alarm, closeAlarm, readAlarm, userEvent } from "@umbral/contract/alarms/alarms.contract";
import { listClipsOf } from "@umbral/contract/clips/clips.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent as person } from "vitest/browser";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const at = "2026-11-20T03:42:00.000Z";
const pedro = { id: idOf(0x78), name: "Pedro Portero", apartment: null, at };
const silenced: Alarm = {
  id: idOf(1),
  event: "EMERGENCY",
  drill: true,
  buildingId: mirador.id,
  buildingName: mirador.name,
  at,
  raisedBy: [pedro],
  seenBy: [],
  siren: "silent",
  silenced: { by: pedro, at, reason: "" },
  closed: null,
};
const as = somebody("CONSERJE", "Carla Conserje");

/** Its stripes stand over what is written. */
const stripesOf = (dialog: Locator): string =>
  getComputedStyle(dialog.element().firstElementChild ?? dialog.element(), "::before").backgroundImage;

async function openEvents(look: Parameters<typeof renderScreen>[1] = {}) {
  const replies = placesReplies().on(pendingEmail, { pending: null });
  const screen = await renderScreen("/profile", { as, replies, ...look });
  await page.getByRole("button", { name: "Pánico" }).click();
  await expect.element(page.getByRole("dialog", { name: "Alertas" })).toBeVisible();
  return screen;
}

for (const look of everyLook) {
  test(`a drill is striped and says so before it is raised and while it is sent (${look.size}, ${look.colorScheme})`, async () => {
    const answers: ((answer: { id: string; confirmed: boolean; siren: "sounding" }) => void)[] = [];
    const line = new ServerLine().on(userEvent, () => new Promise((resolve) => answers.push(resolve)));
    await openEvents({ ...look, line });
    expect(stripesOf(page.getByRole("dialog", { name: "Alertas" }))).toBe("none");
    expect(await violations()).toEqual([]);
    await page.getByLabelText("Es un simulacro").click();
    const sheet = page.getByRole("dialog", { name: "Simulacro", exact: true });
    await expect
      .element(sheet)
      .toHaveTextContent(`Avisa a todas las personas de ${mirador.name} que es un simulacro.`);
    expect(stripesOf(sheet)).toContain("repeating-linear");
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    sheet.getByRole("button", { name: "Alerta de Seguridad (Intruso)" }).element().focus();
    await person.keyboard("{Enter>}");
    await expect.element(sheet.getByText("Enviando el simulacro…")).toBeVisible();
    await person.keyboard("{/Enter}");
    answers[0]?.({ id: idOf(1), confirmed: true, siren: "sounding" });
    await expect.element(page.getByText(/^Simulacro enviado a todo el edificio/).first()).toBeVisible();
    expect(line.sent(userEvent)).toEqual([{ buildingId: mirador.id, event: "INTRUSION", drill: true }]);
    // Whoever presses 'Pánico' next means what is real, unless they say otherwise.
    await expect.element(sheet).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Pánico" }).click();
    await expect.element(page.getByLabelText("Es un simulacro")).not.toBeChecked();
  });
}

for (const drill of [true, false]) {
  const words = drill
    ? { title: "Cerrar el simulacro", done: "El simulacro quedó cerrado." }
    : { title: "Cerrar la alerta", done: "La alerta quedó cerrada." };
  test(`${drill ? "a drill" : "an alarm"} is closed with a note, and called what it is`, async () => {
    const alarm = { ...silenced, drill };
    const replies = placesReplies()
      .on(readAlarm, { alarm })
      .on(listClipsOf, { clips: [] })
      .on(closeAlarm, { alarm });
    await renderScreen(`/building/dashboard/alertas?edificio=${mirador.id}&alerta=${alarm.id}`, {
      as,
      replies,
      size: "phone",
    });
    await page.getByRole("button", { name: "Cerrar con una nota" }).click();
    const sheet = page.getByRole("dialog", { name: words.title });
    await expect.element(sheet.getByLabelText("¿Qué pasó?")).toBeVisible();
    expect(stripesOf(sheet)).toContain(drill ? "repeating-linear" : "none");
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await sheet.getByLabelText("¿Qué pasó?").fill("Todos salieron");
    await sheet.getByRole("button", { name: words.title }).click();
    await expect.element(page.getByText(words.done).first()).toBeVisible();
    expect(replies.asked(closeAlarm)[0]?.body).toEqual({ note: "Todos salieron" });
  });
}

const middleOf = (element: Element | null) => {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return { x: left + width / 2, y: top + height / 2, width };
};

for (const size of ["phone", "desktop"] as const) {
  test(`the ring of a panic button is about the middle of its circle (${size})`, async () => {
    await openEvents({ size });
    const holds = page.getByRole("dialog").getByRole("button", { name: /^Alerta de/ });
    expect(holds.elements()).toHaveLength(2);
    for (const hold of holds.elements()) {
      hold.focus();
      await person.keyboard("{Enter>}");
      const ring = hold.querySelector("svg circle");
      const circle = middleOf(hold.querySelector("span"));
      const { x, y, width } = middleOf(ring);
      await person.keyboard("{/Enter}");
      expect(width).toBeGreaterThan(circle.width);
      expect(Math.abs(x - circle.x)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(y - circle.y)).toBeLessThanOrEqual(0.5);
    }
  });
}
