export { HomeSign } from "./HomeSign.tsx";
export { SignTab } from "./SignTab.tsx";
