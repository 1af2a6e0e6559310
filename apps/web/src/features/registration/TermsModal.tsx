import type { Terms } from "@umbral/contract/registration/terms.contract";
import { createPortal } from "react-dom";
import { Button } from "../../ui/Button.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { keys, Skeleton } from "../../ui/Skeletons.tsx";
import { useTerms } from "./registration.api.ts";
import css from "./TermsModal.module.css";

interface TermsModalProps {
  isOpen: boolean;
  onClose(): void;
  onAccept(): void;
}

/** The terms of service in force, to read, to print and to accept. */
export function TermsModal({ isOpen, onClose, onAccept }: TermsModalProps) {
  const query = useTerms();
  return (
    <Modal isOpen={isOpen} title={query.data?.title ?? "Términos y condiciones"} onClose={onClose}>
      <ListStates
        query={query}
        isEmpty={({ sections }) => sections.length === 0}
        skeleton={<TextSkeleton />}
        empty={{ title: "No hay términos publicados." }}
      >
        {(terms) => (
          <>
            <TermsText terms={terms} />
            <div className={css["actions"]}>
              <Button onClick={onAccept}>Aceptar y cerrar</Button>
              <PrintButton />
            </div>
            {/* The modal shows a window of the text; paper takes all of it. */}
            {isOpen
              ? createPortal(
                  <div className={css["paper"]}>
                    <h1>{terms.title}</h1>
                    <TermsText terms={terms} />
                  </div>,
                  document.body,
                )
              : null}
          </>
        )}
      </ListStates>
    </Modal>
  );
}

function TermsText({ terms }: { terms: Terms }) {
  return (
    <div className={css["text"]}>
      {terms.sections.map(({ id, title, blocks }) => (
        <section key={id}>
          <h3>{title}</h3>
          {blocks.map(({ text, points }) => (
            <div key={text}>
              <p>{text}</p>
              {points.length === 0 ? null : (
                <ul>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </div>
          ))}
        </section>
      ))}
      <p className={css["updated"]}>{terms.updated}</p>
    </div>
  );
}

/** Sections of a title and a few lines. */
const TextSkeleton = () => (
  <div className={css["text"]}>
    {keys(3).map((key) => (
      <section key={key}>
        <Skeleton width="45%" height="1.25rem" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="80%" />
      </section>
    ))}
  </div>
);
