import { listBuildings, listTowers } from "@umbral/contract/buildings/buildings.contract";
import {
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import { readTerms } from "@umbral/contract/registration/terms.contract";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import {
  choosePhoto,
  type Fillers,
  fillStep,
  fillWhole,
  forms,
  goOn,
  PASSWORD,
  photoInput,
  reach,
  send,
} from "../../../testing/registration/fill-forms.ts";
import { beyondTheEdge, choicesOf, choose, topOf, violations } from "../../../testing/screens/look.ts";
import { idOf } from "../../../testing/screens/people.ts";
import { sidewaysPicture } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, held, RawAnswer } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { fields, formFields, stepsOf } from "./form-fields.ts";

const created = { registration: { status: "APPROVED", account: "created" } } as const;

describe("the forms of registration", () => {
  test("show how far a slow sending is, send once however often it is pressed, and can be cancelled", async () => {
    const sending = held(created);
    const replies = placesReplies().on(registerVisitor, sending.answer);
    replies.sentShare = 0.4;
    await renderScreen(forms.visitor.at, { size: "phone", replies });
    await fillWhole("visitor", "1040500605");
    const button = page.getByRole("button", { name: "Registrarme" });
    button.element().scrollIntoView({ block: "center" });
    const top = topOf(button);
    await button.dblClick();
    await sending.isAsked;
    const progress = page.getByRole("progressbar", { name: "Envío de tu registro" });
    await expect.element(button).toHaveAttribute("aria-busy", "true");
    await expect.element(progress).toBeVisible();
    await expect.element(progress).toHaveAttribute("value", "0.4");
    expect(topOf(button)).toBe(top);
    await expect.element(page.getByText("Enviando tu registro…")).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await page.getByRole("button", { name: "Cancelar envío" }).click();
    await expect.element(progress).not.toBeInTheDocument();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Contraseña", { exact: true })).toHaveValue(PASSWORD);
    expect(replies.asked(registerVisitor)).toHaveLength(1);
  });

  const endpoints = {
    resident: registerResident,
    owner: registerOwner,
    visitor: registerVisitor,
    express: registerExpress,
  } as const;
  for (const form of ["resident", "owner", "visitor", "express"] as const) {
    test(`${form}: draws and sends every field that the contract has, those that may be empty too`, async () => {
      const replies = placesReplies().on(endpoints[form], created);
      await renderScreen(forms[form].at, { replies });
      const optional = Object.entries(fields).filter(
        ([name, { line, missing }]) =>
          name in formFields[form] && line !== undefined && missing === undefined,
      );
      const also: Fillers = Object.fromEntries(
        optional.map(([name, { line }]) => [
          name,
          () => page.getByLabelText(line?.label ?? name).fill(`texto de ${name}`),
        ]),
      );
      if (form === "resident") {
        also.role = () => page.getByText("Residente temporal").click();
        also.endsOn = () => page.getByLabelText("Fecha de salida").fill("2099-12-31");
      }
      await fillWhole(form, "1040500607", also);
      await send();
      await expect.poll(() => replies.asked(endpoints[form])).toHaveLength(1);
      const [asked] = replies.asked(endpoints[form]);
      const { properties } = z.toJSONSchema(endpoints[form].body, { io: "input", unrepresentable: "any" });
      const known = Object.keys(properties ?? {}).filter((name) => name !== "claimCode");
      expect(Object.keys(asked?.body ?? {}).sort()).toEqual(known.sort());
      for (const [name] of optional) {
        expect(asked?.body).toMatchObject({ [name]: `texto de ${name}` });
      }
    });
  }

  test("read a list of places again that could not be read", async () => {
    const places = placesReplies();
    const towers = places.answerOf(listTowers);
    places.on(listTowers, failing(new RawAnswer(503)));
    await renderScreen(forms.owner.at, { size: "phone", replies: places });
    await choose("Edificio", "Edificio Mirador del Parque");
    await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
    expect(await violations()).toEqual([]);
    places.on(listTowers, towers);
    await page.getByRole("button", { name: "Intentar de nuevo" }).click();
    await choose("Torre", "B");
    await choose("Piso", "2");
    // Apartments in natural order, those that nobody leads too.
    await expect.poll(() => choicesOf("Apartamento")).toEqual(["B-201", "B-202"]);
  });

  test("choose a building by themselves that is the only one", async () => {
    const id = idOf(0xb9);
    const replies = placesReplies().on(listBuildings, { buildings: [{ id, name: "Edificio Único" }] });
    await renderScreen(forms.resident.at, { replies });
    await expect.element(page.getByLabelText("Edificio")).toHaveValue(id);
    await expect.element(page.getByText(/Este edificio no tiene torres registradas/)).toBeVisible();
  });

  test("send pictures upright, small and without what the camera noted; refuse other files", async () => {
    const replies = placesReplies().on(registerExpress, created);
    await renderScreen(forms.express.at, { replies });
    await reach("express", "photo", "1040500606");
    const files = [
      ["carta.pdf", "application/pdf", "%PDF-1.7", "* Este archivo no es una imagen. Elige una foto."],
      ["rota.jpg", "image/jpeg", "no es una foto", "* La imagen no se pudo leer. Intenta con otra foto."],
      ["IMG_2.HEIC", "image/heic", "\0\0\0\x18ftypheic\0\0\0\0", /Tu navegador no puede leer fotos HEIC/],
    ] as const;
    for (const [name, type, content, sentence] of files) {
      await photoInput().upload(new File([content], name, { type }));
      await expect.element(page.getByText(sentence)).toBeVisible();
    }
    expect(await violations()).toEqual([]);

    const picture = await sidewaysPicture();
    await fillStep("express", "photo", "1040500606", { photo: () => choosePhoto(picture) });
    await expect.element(page.getByText(/^\* /)).not.toBeInTheDocument();
    await send();
    await expect.poll(() => replies.asked(registerExpress)).toHaveLength(1);
    const [asked] = replies.asked(registerExpress);
    const photo = asked?.body.photo ?? new File([], "none");
    const { width, height } = await createImageBitmap(photo);
    expect([width, height]).toEqual([1200, 1600]);
    expect(await photo.text()).not.toContain("Exif");
  });

  for (const name of ["resident", "owner", "visitor", "express"] as const) {
    for (const [size, colorScheme] of [
      ["phone", "dark"],
      ["desktop", "light"],
    ] as const) {
      test(`${name}: each step is one screenful, and has nothing axe would complain of when it is refused: ${size}, ${colorScheme}`, async () => {
        await renderScreen(forms[name].at, { size, colorScheme, replies: placesReplies() });
        await expect.element(page.getByLabelText("Edificio")).toBeEnabled();
        const steps = stepsOf(name);
        for (const [index, step] of steps.entries()) {
          const isLast = index === steps.length - 1;
          const button = page.getByRole("button", { name: isLast ? "Registrarme" : "Continuar" });
          expect(button.element().getBoundingClientRect().bottom, step).toBeLessThanOrEqual(
            window.innerHeight,
          );
          if (step !== "role") {
            await button.click();
            if (isLast) {
              await page.getByRole("button", { name: "Entendido" }).click();
            }
            // The first field that is wrong has the focus, to go on from there; a picture has its button.
            const isPhoto = step === "contact" || step === "photo";
            await expect
              .poll(() => document.activeElement?.matches(isPhoto ? "button" : "[aria-invalid='true']"))
              .toBe(true);
            expect(await violations()).toEqual([]);
            expect(beyondTheEdge()).toEqual([]);
          }
          if (!isLast) {
            await fillStep(name, step, "1040500609");
            await goOn();
          }
        }
      });
    }
  }

  test("give the terms to be read by keyboard", async () => {
    const terms = {
      version: "2020-07",
      updated: "Última actualización: julio de 2020",
      title: "Términos y condiciones del servicio",
      sections: [
        { id: "ley", title: "14. Ley aplicable", blocks: [{ text: "La de Colombia.", points: [] }] },
      ],
    };
    await renderScreen(forms.express.at, { replies: placesReplies().on(readTerms, { terms }) });
    await reach("express", "acceptTerms", "1040500610");
    const open = page.getByRole("button", { name: "Leer los términos y condiciones" });
    await expect.element(open).toBeVisible();
    // The step's title is where one arrives, a moment after it stands.
    await expect.element(page.getByRole("heading", { level: 2, name: /^Paso / })).toHaveFocus();
    open.element().focus();
    await userEvent.keyboard("{Enter}");
    const dialog = page.getByRole("dialog", { name: terms.title });
    await expect.element(dialog.getByRole("heading", { name: "14. Ley aplicable" })).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(open).toHaveFocus();
    await expect.element(page.getByLabelText("Acepto los términos y condiciones")).not.toBeChecked();
  });

  describe("of who passes by quickly", () => {
    const done = () => page.getByRole("alertdialog", { name: "¡Excelente!" });
    const answer = (name: string) => done().getByRole("button", { name, exact: true });
    const registered = async () => {
      const replies = placesReplies().on(registerExpress, created);
      const screen = await renderScreen(forms.express.at, { size: "phone", replies });
      await fillWhole("express", "1040500620");
      await send();
      await expect.poll(screen.path).toBe("/login");
      await expect.element(done().getByText(/^Ya puedes pedir tu código de ingreso\./)).toBeVisible();
      return screen;
    };

    test("leads on to the code, from there to a whole account, and from that back to the code", async () => {
      const screen = await registered();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
      await answer("Solicitar código").click();
      await expect.poll(screen.path).toBe("/visits/code");
      await page.getByRole("link", { name: /Completa tu registro de visitante/ }).click();
      await expect.poll(screen.path).toBe(forms.visitor.at);
      await page.getByRole("link", { name: "¿Ya te registraste? Solicita tu código de ingreso" }).click();
      await expect.poll(screen.path).toBe("/visits/code");
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    });

    test("stays at the login for who only understood", async () => {
      const screen = await registered();
      await answer("Entendido").click();
      await expect.element(done()).not.toBeInTheDocument();
      expect(screen.path()).toBe("/login");
    });
  });

  test("lead back to where one came from", async () => {
    const screen = await renderScreen("/login", { replies: placesReplies() });
    await page.getByRole("link", { name: forms.visitor.link, exact: true }).click();
    await page.getByRole("button", { name: "Volver" }).click();
    await expect.poll(screen.path).toBe("/login");
    const fresh = await renderScreen(forms.owner.at, { replies: placesReplies() });
    await page.getByRole("button", { name: "Volver" }).click();
    await expect.poll(fresh.path).toBe("/login");
  });
});
