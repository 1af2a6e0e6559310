export { AddCard } from "./AddCard.tsx";
export { CardTimes } from "./CardTimes.tsx";
export { changeCardTo, markCardLost, removeCard } from "./cards.api.ts";
export { cardQuestions, cardStateWords, cardsWords } from "./cards.strings.ts";
export { RegisterCardModal } from "./RegisterCardModal.tsx";
export { ValidationForm } from "./ValidationForm.tsx";
