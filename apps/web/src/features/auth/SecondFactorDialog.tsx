import { useEffect, useState } from "react";
import { type ProofAsked, proofAsked } from "../../lib/proof.ts";
import { useStore } from "../../lib/store.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { SecondFactorAsked } from "./SecondFactorAsked.tsx";
import { useAskedSecondFactor } from "./second-factor.api.ts";

/**
 * What somebody who administers a building pressed outside of its administration, a request to decide, asks for their
 * second factor here, and goes on by itself once it was shown.
 */
export function SecondFactorDialog() {
  const asked = useStore(proofAsked);
  // What was changed by then cannot be left, nor codes that are shown this once: 'No cambiamos nada' would be untrue.
  const [isMaking, setMaking] = useState(false);
  return (
    <Modal
      isOpen={asked !== null}
      title="Verificación en dos pasos"
      onClose={isMaking ? undefined : () => asked?.answer(false)}
      narrow
    >
      {asked === null ? null : <Question asked={asked} onMaking={setMaking} />}
    </Modal>
  );
}

function Question({ asked, onMaking }: { asked: ProofAsked; onMaking(isMaking: boolean): void }) {
  const query = useAskedSecondFactor(true, true);
  const isShown = query.data?.isShown === true && !query.isFetching;
  useEffect(() => {
    if (isShown) {
      asked.answer(true);
    }
  }, [asked, isShown]);
  return (
    <>
      <p>{asked.sentence}</p>
      <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
        {(data) => <SecondFactorAsked asked={data} again={query.again} onMaking={onMaking} />}
      </ListStates>
    </>
  );
}
