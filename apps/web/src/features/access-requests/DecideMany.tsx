import type { AccessKind, AccessRequest } from "@umbral/contract/access-requests/access-requests.contract";
import { useState } from "react";
import { dialogs } from "../../ui/dialogs.ts";
import { notify } from "../../ui/notices.ts";
import { oneByOne } from "../../ui/table/one-by-one.ts";
import { sayRefused } from "../../ui/table/refused-rows.ts";
import { Answers } from "./Answers.tsx";
import { decideOn, refreshRequests } from "./access-requests.api.ts";
import { manyRequests } from "./access-requests.strings.ts";
import { reasonOf } from "./decision-words.ts";

interface DecideManyProps {
  kind: AccessKind;
  /** Those that are chosen. */
  requests: readonly AccessRequest[];
  /** What was decided is gone with its buttons. Whoever was refused and still waits stays chosen. */
  onDecided(): void;
}

/** One answer for all that are chosen: each is decided by itself, and whoever is refused is told by name. */
export function DecideMany({ kind, requests, onDecided }: DecideManyProps) {
  const [deciding, setDeciding] = useState<boolean | null>(null);
  const decide = async (approved: boolean) => {
    if (!(await dialogs.confirm(manyRequests.question(requests.length, kind, approved)))) {
      return;
    }
    setDeciding(approved);
    const { done, refused } = await oneByOne(requests, (request) => decideOn(kind, request, approved));
    await refreshRequests();
    setDeciding(null);
    if (done.length > 0) {
      notify(manyRequests.done(done.length, approved), "good");
    }
    await sayRefused(refused, {
      nameOf: ({ user }) => user.name,
      sentenceOf: (error, { building }) => reasonOf(error, building.timeZone) ?? manyRequests.undecided,
    });
    onDecided();
  };
  return <Answers deciding={deciding} onDecide={(approved) => void decide(approved)} />;
}
