import type { SignedIn, Space } from "@umbral/contract/auth/auth.contract";
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

/** Somebody with one role in Mirador. */
export function somebody(role: Role, name: string): SignedIn {
  const space: Space = { id: idOf(0x5a), role: { name: role }, building: place, apartment: null };
  return {
    token: `token-of-${role}`,
    user: { ...facts(name), userType: "USER", role, apartment: null, building: place },
    spaces: [space],
  };
}

const facts = (name: string) => ({
  id: idOf(0x11),
  cedula: "1000000006",
  name,
  email: "persona@example.com",
  phone: "+573001234567",
  tokenFirebase: null,
  photo: null,
});
