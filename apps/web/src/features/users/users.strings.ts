export { roleNames } from "@umbral/contract/users/role-words";

export const PLATFORM_ROLE = "Administrador de la plataforma";
export const PENDING = "Tu solicitud está pendiente";
