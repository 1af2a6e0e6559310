export { NoticesRow } from "./NoticesRow.tsx";
