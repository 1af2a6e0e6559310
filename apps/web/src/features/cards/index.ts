export { AddCard } from "./AddCard.tsx";
export { CardTimes } from "./CardTimes.tsx";
export { offerCardBack } from "./card-undo.ts";
export { activateCard, markCardLost, removeCard, suspendCard } from "./cards.api.ts";
export { cardQuestions, cardSentences, cardStateWords } from "./cards.strings.ts";
export { RegisterCardModal } from "./RegisterCardModal.tsx";
export { SuspendCards } from "./SuspendCards.tsx";
export { ValidationForm } from "./ValidationForm.tsx";
