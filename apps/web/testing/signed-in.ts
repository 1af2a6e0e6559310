import type { CurrentUser } from "@umbral/contract/auth/auth.contract";

/** Somebody for a session whose person does not matter. */
export const ana: CurrentUser = {
  id: "0199dddd-0000-7000-8000-000000000001",
  cedula: "1",
  name: "Ana",
  email: "",
  phone: "",
  userType: "USER",
  tokenFirebase: null,
  photo: null,
};
