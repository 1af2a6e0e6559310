import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { DialogsHost } from "../ui/DialogsHost.tsx";
import { Logo } from "../ui/Logo.tsx";
import { NoticesHost } from "../ui/NoticesHost.tsx";
import "../ui/tokens.css";
import "../ui/base.css";
import { addLetters } from "../ui/letters.ts";
import { ActionParts } from "./ActionParts.tsx";
import { FieldParts } from "./FieldParts.tsx";
import css from "./gallery.module.css";
import { ListParts } from "./ListParts.tsx";

/** Every part of `ui/` in its states, for who builds with them. Served by `npm run dev` at /gallery.html; never built. */
function Gallery() {
  return (
    <MemoryRouter>
      <main className={css["gallery"]}>
        <Logo size={44} />
        <h1>Partes</h1>
        <ActionParts />
        <FieldParts />
        <ListParts />
      </main>
      <DialogsHost />
      <NoticesHost />
    </MemoryRouter>
  );
}

addLetters();

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
}
