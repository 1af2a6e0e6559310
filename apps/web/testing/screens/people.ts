import type { Kiosk, SignedIn, Space } from "@umbral/contract/auth/auth.contract";
import type { Role } from "@umbral/contract/lib/roles";

/** An id that says in its last digits what it is of. */
export const idOf = (count: number): string =>
  `0199dddd-0000-7000-8000-${count.toString(16).padStart(12, "0")}`;

export const mirador = { id: idOf(0xb1), name: "Edificio Mirador del Parque" };
export const almendros = { id: idOf(0xb2), name: "Conjunto Los Almendros" };

const place = {
  ...mirador,
  address1: "Calle 100 # 10-20",
  city: "Bogotá",
  state: "Bogotá D.C.",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
} as const satisfies Space["building"];

export const home = {
  id: idOf(0xa101),
  name: "A-101",
  address: "Torre A, piso 1",
  apartmentType: "APARTMENT",
} as const satisfies Space["apartment"];

/** Somebody with one role in Mirador, or in their home there. */
export function somebody(role: Role, name: string, apartment: Space["apartment"] = null): SignedIn {
  const space: Space = { id: idOf(0x5a), role: { name: role }, building: place, apartment };
  return {
    token: `token-of-${role}`,
    user: { ...facts(name), userType: "USER", role, apartment, building: place },
    spaces: [space],
  };
}

/** A device of Mirador's lobby with nobody on shift, or with somebody. */
export function lobbyDevice(onShift?: {
  role: "PORTERIA" | "CONSERJE";
  name: string;
}): SignedIn & { kiosk: Kiosk } {
  const kiosk = { id: idOf(0x6a), name: "Tableta de la entrada", building: place };
  const who = onShift && somebody(onShift.role, onShift.name);
  const shown = { cedula: "", email: "", phone: "" };
  return {
    token: onShift ? "token-of-shift" : "token-of-device",
    user: who
      ? { ...facts(onShift.name), ...shown, userType: "USER" }
      : { ...facts(kiosk.name), ...shown, id: idOf(0x6b), userType: "USER" },
    spaces: who?.spaces ?? [],
    kiosk,
  };
}

/** Somebody of the platform, who belongs to no building. */
export const platformAdministrator = (name = "Laura Plataforma"): SignedIn => ({
  token: "token-of-platform",
  user: { ...facts(name), userType: "ADMIN" },
  spaces: [],
});

const facts = (name: string) => ({
  id: idOf(0x11),
  cedula: "1000000006",
  name,
  email: "persona@example.com",
  phone: "+573001234567",
  tokenFirebase: null,
  photo: null,
});
