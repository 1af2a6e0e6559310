export { ClipsOf } from "./ClipsOf.tsx";
