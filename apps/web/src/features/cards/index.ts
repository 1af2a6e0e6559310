export { changeCardTo, removeCard } from "./cards.api.ts";
export { RegisterCardModal } from "./RegisterCardModal.tsx";
