import type { TestBuilding } from "./factories.ts";
import { picture, postForm } from "./test-forms.ts";
import type { TestServer } from "./test-server.ts";

type Fields = Record<string, string | File>;
type Change = Record<string, string | File | undefined>;

let count = 0;

/** A cédula, a telephone and an address of nobody yet. */
export function newPapers(): { cedula: string; phone: string; email: string } {
  count += 1;
  const number = String(Date.now() % 1_000_000).padStart(6, "0") + String(count).padStart(3, "0");
  return {
    cedula: `1${number}`,
    phone: `+57 300 ${number.slice(-7)}`,
    email: `persona.${number}@correo.example`,
  };
}

/** The forms of somebody who registers in this building, as the web sends them. */
export async function formsFor(building: TestBuilding) {
  const [apartment] = building.apartments;
  if (!apartment) {
    throw new Error("the building has no apartment");
  }
  const photo = await picture();
  const common = (): Fields => ({
    ...newPapers(),
    documentType: "CEDULA_CIUDADANIA",
    name: "Nadia Nueva",
    password: "tres loros en la mesa",
    passwordConfirmation: "tres loros en la mesa",
    photo,
    buildingId: building.id,
    acceptTerms: "true",
  });
  const home = { towerId: apartment.towerId, floorId: apartment.floorId, apartmentId: apartment.id };
  return {
    residentPath: `/api/apartments/${apartment.id}/users`,
    ownerPath: `/api/apartments/${apartment.id}/owner`,
    visitorPath: "/api/visitors",
    expressPath: "/api/visitors/express",
    apartment,
    /** For the first apartment of the building. */
    home: (): Fields => ({ ...common(), ...home }),
    visitor: common,
    express: (): Fields => {
      const { cedula, phone, documentType, buildingId, acceptTerms } = common() as Record<string, string>;
      return { cedula, phone, documentType, buildingId, acceptTerms, photo } as Fields;
    },
  };
}

/** Sends a form with some fields changed, or left away with `undefined`. */
export function register(server: TestServer, path: string, form: Fields, change: Change = {}) {
  const fields = Object.entries({ ...form, ...change }).filter(
    (entry): entry is [string, string | File] => entry[1] !== undefined,
  );
  return postForm(server, null, path, Object.fromEntries(fields));
}
