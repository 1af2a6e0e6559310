import type { SignPage as Sign } from "@umbral/contract/entrance-sign/sign-page.contract";
import { beginSignSession } from "@umbral/contract/entrance-sign/sign-page.contract";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { openBarePage } from "../../testing/screens/bare-page.ts";
import { nextFrames } from "../../testing/screens/frames.ts";
import { everyLook, violations, wholePage } from "../../testing/screens/look.ts";
import { idOf } from "../../testing/screens/people.ts";
import { failing, held, NoAnswer, Replies, refused } from "../../testing/screens/replies.ts";
import html from "./guest-sign.html?raw";
import { SignPage, secretIn } from "./sign-page.ts";

const SECRET = "K7M2-X9QP-3F8T-WQ4M";

const homesNamed = (first: number, count: number, before = "") =>
  Array.from({ length: count }, (_none, at) => ({
    id: idOf(0xa00 + first + at),
    name: `${before}${first + at}`,
  }));
const small: Sign = {
  building: { name: "Edificio Mirador del Parque" },
  state: "rings",
  hours: { from: "06:00", to: "22:00" },
  hasLobby: true,
  towers: [{ name: "A", floors: [{ name: "1", homes: homesNamed(101, 4) }] }],
};
const large: Sign = {
  ...small,
  towers: ["A", "B"].map((name) => ({
    name,
    floors: [1, 2, 3, 4].map((floor) => ({
      name: String(floor),
      homes: homesNamed(floor * 100 + 1, 20, `${name}-`),
    })),
  })),
};
const session = (sign: Sign) => ({ token: "visitor-1", expiresAt: "2026-11-20T21:00:00.000Z", sign });

/** Opens the page as its address would. */
const open = (
  replies: Replies,
  { hash = `#${SECRET}`, ...look }: Partial<(typeof everyLook)[number]> & { hash?: string } = {},
): Promise<void> =>
  openBarePage(
    {
      html,
      path: `/e/${hash}`,
      title: "Letrero de la entrada · Umbral",
      begin: (place) => new SignPage(place),
    },
    replies,
    look,
  );

it.each(everyLook)(
  "the sign's page lists homes by number, and the lobby: $size, $colorScheme",
  async (look) => {
    await open(new Replies().on(beginSignSession, session(small)), look);
    await expect
      .element(page.getByRole("heading", { level: 1 }))
      .toHaveTextContent("Edificio Mirador del Parque");
    for (const name of ["101", "104", "Llamar a portería"]) {
      await expect.element(page.getByRole("button", { name })).toBeVisible();
    }
    expect(page.getByRole("searchbox").elements()).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);
  },
);

it("shows the sign that was opened last, also where the answer of the one before comes after it", async () => {
  const slow = held(session({ ...small, building: { name: "Torres del Río" } }));
  const other = "ABCD-EFGH-JKMN-PQRS";
  const replies = new Replies().on(beginSignSession, ({ body }) =>
    body.secret === secretIn(`#${other}`) ? session(small) : slow.answer(),
  );
  await open(replies);
  await slow.isAsked;
  location.hash = `#${other}`;
  const heading = page.getByRole("heading", { level: 1 });
  await expect.element(heading).toHaveTextContent("Edificio Mirador del Parque");
  slow.letGo();
  await nextFrames();
  await expect.element(heading).toHaveTextContent("Edificio Mirador del Parque");
});

it("in a large building a home is looked for, or its tower opened, and the same browser is the same visitor", async () => {
  const replies = new Replies().on(beginSignSession, session(large));
  await open(replies);
  const field = page.getByRole("searchbox", { name: "Busca el apartamento por su número o nombre" });
  await field.fill("402");
  const found = page.getByRole("list").getByRole("button");
  await expect
    .poll(() => found.elements().map((each) => each.textContent))
    .toEqual(["A-402Torre A · Piso 4", "B-402Torre B · Piso 4"]);
  await wholePage();
  expect(await violations()).toEqual([]);
  await field.fill("999");
  await expect.element(page.getByRole("status")).toHaveTextContent(/^Ningún apartamento se llama así/);
  await field.fill("");
  await page.getByText("Torre B").click();
  await expect.element(page.getByRole("button", { name: "B-101" })).toBeVisible();
  expect(page.getByRole("button", { name: "A-101" }).elements()).toEqual([]);
  await wholePage();
  expect(await violations()).toEqual([]);
  const [first] = replies.asked(beginSignSession);
  dispatchEvent(new HashChangeEvent("hashchange"));
  await expect.poll(() => replies.asked(beginSignSession).length).toBe(2);
  expect(replies.asked(beginSignSession)[1]?.body).toEqual(first?.body);
  expect(first?.body).toMatchObject({ secret: "K7M2X9QP3F8TWQ4M" });
});

it("says at which hours it rings, and where it is off, what to do instead; there is no lobby where there is none", async () => {
  const replies = new Replies().on(beginSignSession, session({ ...small, state: "closed" }));
  await open(replies);
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(
      "A esta hora no se timbra desde el letrero: suena de 6:00 AM a 10:00 PM. Llama por teléfono a quien visitas.",
    );
  expect(page.getByRole("button").elements()).toEqual([]);
  replies.on(beginSignSession, session({ ...small, state: "off", towers: [] }));
  dispatchEvent(new HashChangeEvent("hashchange"));
  await expect.element(page.getByRole("status")).toHaveTextContent(/está apagado\. Llama por teléfono/);
  replies.on(beginSignSession, session({ ...small, hasLobby: false }));
  dispatchEvent(new HashChangeEvent("hashchange"));
  await expect.element(page.getByRole("button", { name: "101" })).toBeVisible();
  expect(page.getByRole("button", { name: /portería/ }).elements()).toEqual([]);
});

it("a dead sign is told once; without a connection it is tried again by hand", async () => {
  const replies = new Replies().on(beginSignSession, failing(refused("SIGN_NOT_VALID")));
  await open(replies);
  await expect.element(page.getByRole("alert")).toHaveTextContent(/^Este letrero ya no funciona/);
  expect(page.getByRole("button").elements()).toEqual([]);
  replies.on(beginSignSession, failing(new NoAnswer()));
  dispatchEvent(new HashChangeEvent("hashchange"));
  await expect.element(page.getByRole("alert")).toHaveTextContent(/^No pudimos comunicarnos/);
  replies.on(beginSignSession, session(small));
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(page.getByRole("button", { name: "101" })).toBeVisible();
});

it("reads its secret as it was printed or typed, and nothing that is none", () => {
  expect(["#K7M2-X9QP-3F8T-WQ4M", "#k7m2x9qp3f8twq4m", "#oIl0-0000-0000-0000"].map(secretIn)).toEqual([
    "K7M2X9QP3F8TWQ4M",
    "K7M2X9QP3F8TWQ4M",
    "0110000000000000",
  ]);
  expect(["", "#", "#K7M2", "#K7M2-X9QP-3F8T-WQ4U"].map(secretIn)).toEqual([null, null, null, null]);
});
