import { init } from "@umbral/contract/auth/auth.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import {
  changeNoticeRule,
  decideArrivals,
  type HomeNotices,
  readHomeNotices,
  watchArrivals,
} from "@umbral/contract/notice-rules/notice-rules.contract";
import {
  changeQuietHours,
  type QuietHours,
  readQuietHours,
} from "@umbral/contract/notifications/quiet-hours.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, idOf, somebody } from "../../../testing/screens/people.ts";
import { failing, failingUntilPressed, held, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const NOTICES = "/building/dashboard/avisos";
const rosa = () => somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const check = (name: string) => page.getByRole("checkbox", { name, exact: true });
const part = (name: string) => page.getByRole("region", { name, exact: true });

const andres = { id: idOf(0x31), name: "Andrés Residente" };
const sofia = { id: idOf(0x32), name: "Sofía Hija" };
const julia = { id: idOf(0x33), name: "Julia Residente" };

const notices: HomeNotices = {
  timeZone: "America/Bogota",
  rules: [
    { kind: "arrivals", tells: "every", hours: [{ days: [1, 2, 3, 4, 5], from: "13:00", to: "19:00" }] },
    { kind: "guests", tells: "first", hours: [] },
    { kind: "doors", tells: "no", hours: [] },
  ],
  people: [
    { ...andres, hasAccount: true, state: "asked" },
    { ...julia, hasAccount: true, state: "refused" },
    { ...sofia, hasAccount: false, state: "allowed" },
  ],
  watchers: [
    { watcher: andres, of: { id: idOf(0x30), name: "Rosa Líder" }, isMe: true, state: "asked" },
    { watcher: julia, of: sofia, isMe: false, state: "allowed" },
  ],
};
const nobody: HomeNotices = { ...notices, people: [], watchers: [] };

/** As the server answers: what was chosen stands. */
const replies = (known: HomeNotices = notices) =>
  new Replies()
    .on(readHomeNotices, known)
    .on(changeNoticeRule, ({ body }) => ({
      ...known,
      rules: known.rules.map((rule) => (rule.kind === body.kind ? body : rule)),
    }))
    .on(watchArrivals, known)
    .on(decideArrivals, known);

const open = (setting: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(NOTICES, { as: rosa(), size: "phone", replies: replies(), ...setting });

describe("what one is told of one's home", () => {
  for (const look of everyLook) {
    test(`stands with who is told of whom, ${look.size} and ${look.colorScheme}`, async () => {
      await open(look);
      await expect.element(page.getByRole("heading", { name: "Avísame si…" })).toBeVisible();
      await expect.element(page.getByText("lun–vie 1:00 PM–7:00 PM")).toBeVisible();
      await expect.element(page.getByText("Julia Residente prefiere que no avisemos.")).toBeVisible();
      await expect.element(page.getByText("Espera tu respuesta")).toBeVisible();
      await wholePage();
      expect(beyondTheEdge()).toEqual([]);
      expect(await violations()).toEqual([]);
      await button("Cambiar horas").click();
      await expect.element(button("Guardar horas")).toBeVisible();
      await wholePage();
      expect(beyondTheEdge()).toEqual([]);
      expect(await violations()).toEqual([]);
    });
  }

  test("is a skeleton while it comes, can be asked for again, and says when there is nobody yet", async () => {
    const answer = held(nobody);
    await open({ replies: replies().on(readHomeNotices, answer.answer) });
    await expect.element(page.getByText("Cargando…").first()).toBeInTheDocument();
    answer.letGo();
    await expect.element(page.getByText("Todavía no hay nadie más en tu hogar.")).toBeVisible();
    await expect.element(page.getByText(/^A nadie\./)).toBeVisible();
    expect(await violations()).toEqual([]);
    const failed = failingUntilPressed(refused("FAULT"), nobody);
    await open({ replies: replies().on(readHomeNotices, failed) });
    await button("Intentar de nuevo").click();
    await expect.element(page.getByText("Todavía no hay nadie más en tu hogar.")).toBeVisible();
  });

  test("is for who lives there, and says so to an owner who does not", async () => {
    const no = replies().on(readHomeNotices, failing(refused("NOTICES_FOR_RESIDENTS")));
    await open({ replies: no });
    await expect
      .element(page.getByText("Los avisos de un hogar son para quienes viven en él."))
      .toBeVisible();
  });

  test("is chosen with one press each", async () => {
    const { replies: asked } = await open();
    await check("Avísame de las puertas de camino a mi hogar").click();
    await expect
      .poll(() => asked.asked(changeNoticeRule).map(({ body }) => body))
      .toEqual([{ kind: "doors", tells: "every", hours: [] }]);
    await page.getByRole("radio", { name: "Cada vez que entre" }).click();
    await expect
      .poll(() => asked.asked(changeNoticeRule).at(-1)?.body)
      .toEqual({ kind: "guests", tells: "every", hours: [] });
    await check("Sofía Hija").click();
    await expect
      .poll(() => asked.asked(watchArrivals).map(({ params, body }) => [params.personId, body.wants]))
      .toEqual([[sofia.id, false]]);
  });

  test("may be of some hours of the week, which are saved together", async () => {
    const { replies: asked } = await open({ replies: replies(nobody) });
    const guests = part("Llega una visita con invitación");
    await guests.getByRole("checkbox", { name: "Solo en algunas horas" }).click();
    await guests.getByLabelText("Desde", { exact: true }).fill("22:00");
    await guests.getByLabelText("Hasta", { exact: true }).fill("02:00");
    expect(asked.asked(changeNoticeRule)).toEqual([]);
    await button("Guardar horas").click();
    await expect.element(guests.getByText("lun–vie 10:00 PM–2:00 AM")).toBeVisible();
    expect(asked.asked(changeNoticeRule).at(-1)?.body).toEqual({
      kind: "guests",
      tells: "first",
      hours: [{ days: [1, 2, 3, 4, 5], from: "22:00", to: "02:00" }],
    });
    await guests.getByRole("checkbox", { name: "Solo en algunas horas" }).click();
    await expect.poll(() => asked.asked(changeNoticeRule).at(-1)?.body.hours).toEqual([]);
  });

  test("keeps two quick choices of one rule, and shows the later one while the earlier is on its way", async () => {
    const first = held(null);
    let stands = nobody;
    const { replies: asked } = await open({
      replies: replies(nobody).on(changeNoticeRule, async ({ body }) => {
        await first.answer();
        stands = { ...stands, rules: stands.rules.map((rule) => (rule.kind === body.kind ? body : rule)) };
        return stands;
      }),
    });
    const guests = part("Llega una visita con invitación");
    const every = guests.getByRole("radio", { name: "Cada vez que entre" });
    await guests.getByRole("checkbox", { name: "Solo en algunas horas" }).click();
    await button("Guardar horas").click();
    await first.isAsked;
    await every.click();
    await expect.element(every).toBeChecked();
    // It waits for the one before.
    expect(asked.asked(changeNoticeRule)).toHaveLength(1);
    first.letGo();
    await expect
      .poll(() => asked.asked(changeNoticeRule).at(-1)?.body)
      .toEqual({
        kind: "guests",
        tells: "every",
        hours: [{ days: [1, 2, 3, 4, 5], from: "13:00", to: "19:00" }],
      });
    // What was saved before is no draft any more.
    await expect.element(guests.getByText("lun–vie 1:00 PM–7:00 PM")).toBeVisible();
    await expect.element(every).toBeChecked();
  });

  test("that was not kept says why, and what was typed stands", async () => {
    const { replies: asked } = await open({ replies: replies(nobody) });
    asked.on(changeNoticeRule, failing(refused("FAULT")));
    const guests = part("Llega una visita con invitación");
    await guests.getByRole("checkbox", { name: "Solo en algunas horas" }).click();
    await guests.getByLabelText("Desde", { exact: true }).fill("22:00");
    await button("Guardar horas").click();
    await expect.element(page.getByRole("alert").getByText(sentenceOf("FAULT"))).toBeVisible();
    await expect.element(guests.getByLabelText("Desde", { exact: true })).toHaveValue("22:00");
  });

  test("is allowed by whoever it is about, or not, and comes by itself when somebody asks", async () => {
    const { line, replies: asked } = await open();
    await button("Avisar a Andrés Residente").click();
    await button("No avisar a Julia Residente cuando llega Sofía Hija").click();
    await expect
      .poll(() => asked.asked(decideArrivals).map(({ params, body }) => [params.watcherId, body.allows]))
      .toEqual([
        [andres.id, true],
        [julia.id, false],
      ]);
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    asked.on(readHomeNotices, nobody);
    line.say("notices:changed", { apartmentId: home.id });
    await expect.element(page.getByText(/^A nadie\./)).toBeVisible();
  });

  test("is said in the open app", async () => {
    const { line } = await open();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    line.say("home_notice", {
      kind: "arrivals",
      title: "Llegó Sofía Hija",
      sentence: "Puerta principal · 3:05 PM · Edificio Mirador del Parque",
    });
    await expect.element(page.getByText(/^Llegó Sofía Hija\. Puerta principal · 3:05 PM/)).toBeVisible();
  });
});

describe("quiet hours", () => {
  const night: QuietHours = {
    days: [1, 2, 3, 4, 5, 6, 7],
    from: "22:00",
    to: "06:00",
    timeZone: "America/Bogota",
  };
  const given = (quietHours: QuietHours | null) =>
    new Replies()
      .on(readQuietHours, { quietHours })
      .on(changeQuietHours, ({ body }) => ({ quietHours: body.quietHours }));
  const profile = (setting: Parameters<typeof renderScreen>[1]) =>
    renderScreen("/profile?ver=avisos", { as: rosa(), size: "phone", ...setting });

  for (const look of everyLook) {
    test(`stand in the profile, ${look.size} and ${look.colorScheme}`, async () => {
      await profile({ replies: given(night), ...look });
      await expect.element(page.getByLabelText("Desde", { exact: true })).toHaveValue("22:00");
      await expect.element(page.getByRole("link", { name: "Avísame si…" })).toBeVisible();
      await wholePage();
      expect(beyondTheEdge()).toEqual([]);
      expect(await violations()).toEqual([]);
    });
  }

  test("are set, and taken away with one press; an hour alone is no time", async () => {
    const { replies: asked } = await profile({ replies: given(null) });
    await check("No avisarme en estas horas").click();
    await page.getByLabelText("Hasta", { exact: true }).fill("22:00");
    await button("Guardar horas").click();
    await expect.element(page.getByText("* Escribe otra hora")).toBeVisible();
    expect(asked.asked(changeQuietHours)).toEqual([]);
    await page.getByLabelText("Hasta", { exact: true }).fill("06:30");
    await button("Guardar horas").click();
    await expect.element(page.getByText("Horas de silencio guardadas.")).toBeVisible();
    const [sent] = asked.asked(changeQuietHours);
    expect(sent?.body.quietHours).toMatchObject({ from: "22:00", to: "06:30", days: night.days });
    await check("No avisarme en estas horas").click();
    await expect.poll(() => asked.asked(changeQuietHours).at(-1)?.body).toEqual({ quietHours: null });
  });

  test("that could not be taken away stand as they were", async () => {
    const { replies: asked } = await profile({ replies: given(night) });
    await expect.element(page.getByLabelText("Desde", { exact: true })).toHaveValue("22:00");
    asked.on(changeQuietHours, failing(refused("FAULT")));
    await check("No avisarme en estas horas").click();
    await expect.element(page.getByRole("alert").getByText(sentenceOf("FAULT"))).toBeVisible();
    await expect.element(check("No avisarme en estas horas")).toBeChecked();
  });
});

test("the menu marks the profile, which leads there, and not the cameras", async () => {
  await renderScreen(NOTICES, { as: rosa(), replies: replies() });
  const marked = () =>
    [...document.querySelectorAll("nav [aria-current]")].map(({ textContent }) => textContent);
  await expect.poll(marked).toEqual(["Perfil"]);
});
