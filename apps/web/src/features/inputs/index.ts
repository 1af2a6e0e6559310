export { InputsTab } from "./InputsTab.tsx";
