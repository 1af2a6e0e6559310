export { FoundGuest } from "./FoundGuest.tsx";
export { OVERSTAYING } from "./guest-count.ts";
export { hostWords } from "./guest-words.ts";
export { useGuests } from "./guests.api.ts";
export { HomeGuests } from "./HomeGuests.tsx";
export { timesWords, usedWords } from "./pass-words.ts";
export { QrButton } from "./QrButton.tsx";
export { RollCallButton } from "./RollCallButton.tsx";
export { type GuestDesk, useGuestDesk } from "./useGuestDesk.ts";
