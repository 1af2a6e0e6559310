export { refreshPerson, signOut } from "./auth.api.ts";
export { PASSWORD_HINT, passwordTrouble, resetSentences } from "./auth.strings.ts";
export { LoginForm, LoginPage, LoginScreen } from "./LoginScreen.tsx";
export { PasswordAgain } from "./PasswordAgain.tsx";
export { Security } from "./Security.tsx";
