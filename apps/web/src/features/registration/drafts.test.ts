import { expect, it } from "vitest";
import { memoryStore } from "../../lib/storage.ts";
import { createDrafts, DRAFT_MS } from "./drafts.ts";
import { emptyForm } from "./form-fields.ts";
import type { FormValues } from "./form-values.ts";

const typed: FormValues = {
  ...emptyForm("resident"),
  photo: new File(["x"], "foto.jpg", { type: "image/jpeg" }),
  name: "Ana",
  documentType: "PASAPORTE",
  cedula: "AB1234",
  role: "SERVICIOS",
  livesHere: true,
  acceptTerms: true,
  password: "secreta-123",
  passwordConfirmation: "secreta-123",
};

it("brings back what was typed, without passwords, picture and consent", () => {
  const store = memoryStore();
  createDrafts(store).write("resident", typed);
  expect(createDrafts(store).read("resident")).toEqual({
    ...typed,
    photo: null,
    password: "",
    passwordConfirmation: "",
    acceptTerms: false,
  });
  expect(store.getItem("umbral-registro-resident")).not.toContain("secreta");
  expect(store.getItem("umbral-registro-resident")).not.toContain("acceptTerms");
});

it("keeps each form apart, and forgets", () => {
  const drafts = createDrafts(memoryStore());
  drafts.write("owner", typed);
  expect(drafts.read("visitor")).toEqual(emptyForm("visitor"));
  drafts.forget("owner");
  expect(drafts.read("owner")).toEqual(emptyForm("owner"));
});

it("forgets what nobody touched for ten minutes, and all of it when somebody begins anew", () => {
  let now = 1_000_000;
  const drafts = createDrafts(memoryStore(), () => now);
  drafts.write("owner", typed);
  now += DRAFT_MS - 1;
  expect(drafts.read("owner").name).toBe("Ana");
  now += 1;
  expect(drafts.read("owner")).toEqual(emptyForm("owner"));

  drafts.write("owner", typed);
  drafts.write("visitor", typed);
  drafts.forgetAll();
  expect(drafts.read("owner")).toEqual(emptyForm("owner"));
  expect(drafts.read("visitor")).toEqual(emptyForm("visitor"));
});

it.each([
  "{",
  "null",
  "7",
  '"text"',
  `{"keptAt":${Date.now()},"values":{"name":5,"documentType":"X","role":[],"acceptTerms":true}}`,
  '{"name":"Ana","acceptTerms":true}',
])("is an empty form when what is kept is %s", (text) => {
  const store = memoryStore();
  store.setItem("umbral-registro-express", text);
  expect(createDrafts(store).read("express")).toEqual(emptyForm("express"));
});

it("does without a storage that is full", () => {
  const full = {
    ...memoryStore(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(() => createDrafts(full).write("owner", typed)).not.toThrow();
});
