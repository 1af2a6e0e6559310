export { PersonalDataPanel } from "./PersonalDataPanel.tsx";
