import { expect, it } from "vitest";
import { memoryStore } from "../../lib/storage.ts";
import { createDrafts } from "./drafts.ts";
import { emptyForm, type FormValues } from "./form-values.ts";

const typed: FormValues = {
  ...emptyForm,
  photo: new File(["x"], "foto.jpg", { type: "image/jpeg" }),
  name: "Ana",
  documentType: "PASAPORTE",
  cedula: "AB1234",
  residentRole: "SERVICIOS",
  livesHere: true,
  acceptTerms: true,
  password: "secreta-123",
  passwordConfirmation: "secreta-123",
};

it("brings back what was typed, without passwords and picture", () => {
  const store = memoryStore();
  createDrafts(store).write("resident", typed);
  expect(createDrafts(store).read("resident")).toEqual({
    ...typed,
    photo: null,
    password: "",
    passwordConfirmation: "",
  });
  expect(store.getItem("umbral-registro-resident")).not.toContain("secreta");
});

it("keeps each form apart, and forgets", () => {
  const drafts = createDrafts(memoryStore());
  drafts.write("owner", typed);
  expect(drafts.read("visitor")).toEqual(emptyForm);
  drafts.forget("owner");
  expect(drafts.read("owner")).toEqual(emptyForm);
});

it.each(["{", "null", "7", '"text"', '{"name":5,"documentType":"X","residentRole":[],"acceptTerms":"true"}'])(
  "is an empty form when what is kept is %s",
  (text) => {
    const store = memoryStore();
    store.setItem("umbral-registro-express", text);
    expect(createDrafts(store).read("express")).toEqual(emptyForm);
  },
);

it("does without a storage that is full", () => {
  const full = {
    ...memoryStore(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(() => createDrafts(full).write("owner", typed)).not.toThrow();
});
