export { AccessTab } from "./AccessTab.tsx";
