export { AccessTab } from "./AccessTab.tsx";
export { PersonAccess } from "./PersonAccess.tsx";
