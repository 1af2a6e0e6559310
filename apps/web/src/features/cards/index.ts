export { AddCard } from "./AddCard.tsx";
export { changeCardTo, markCardLost, removeCard } from "./cards.api.ts";
export { cardQuestions } from "./cards.strings.ts";
export { RegisterCardModal } from "./RegisterCardModal.tsx";
export { ValidationForm } from "./ValidationForm.tsx";
