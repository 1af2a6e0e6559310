export { ActivationModal } from "./ActivationModal.tsx";
export { FreeCedulaModal } from "./FreeCedulaModal.tsx";
export { MovingOut } from "./MovingOut.tsx";
export { type Person, PersonChoice } from "./PersonChoice.tsx";
export { ProfileScreen } from "./ProfileScreen.tsx";
export { SpaceSwitcher } from "./SpaceSwitcher.tsx";
export { StaffTab } from "./StaffTab.tsx";
export { roleNames } from "./users.strings.ts";
