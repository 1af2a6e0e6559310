import { expect, it } from "vitest";
import { createHandover } from "./handed-over.ts";

const photo = new File(["x"], "foto.jpg", { type: "image/jpeg" });

it("hands over what was given, once", () => {
  const handover = createHandover();
  expect(handover.take()).toEqual({});
  handover.give({ photo, buildingId: "b1", cedula: "1020304050" });
  expect(handover.take()).toEqual({
    photo,
    buildingId: "b1",
    cedula: "1020304050",
    documentType: "CEDULA_CIUDADANIA",
  });
  expect(handover.take()).toEqual({});
});

it("keeps the letters of a passport", () => {
  const handover = createHandover();
  handover.give({ photo: null, buildingId: "b1", cedula: "AB12345" });
  expect(handover.take()).toMatchObject({ documentType: "PASAPORTE", cedula: "AB12345" });
});
