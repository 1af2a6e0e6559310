export { LogbookFilters, logbookFilters, typedOfLogbook, wishOf } from "./LogbookFilters.tsx";
export { LogbookLines } from "./LogbookLines.tsx";
export { LogbookTools } from "./LogbookTools.tsx";
export { factsOf, titleOf } from "./line-words.ts";
export { type LogbookPlace, useLogbook } from "./logbook.api.ts";
export { NoteForm } from "./NoteForm.tsx";
