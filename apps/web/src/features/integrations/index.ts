export { IntegrationsTab } from "./IntegrationsTab.tsx";
