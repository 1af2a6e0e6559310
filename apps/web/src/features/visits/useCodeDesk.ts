import type { Visit } from "@umbral/contract/visits/visits.contract";
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useFetchedAhead } from "../../lib/useFetchedAhead.ts";
import { soundVerdict } from "../../lib/verdict-sound.ts";
import { dialogs } from "../../ui/dialogs.ts";
import { type FoundParcels, fetchParcelsFound, findParcelsBy } from "../parcels/index.ts";
import type { GuestDesk } from "../passes/index.ts";
import { digitsOf, isWhole } from "./typed-code.ts";
import { authoriseVisitOf, findVisitOf } from "./visits.api.ts";
import { codeFieldSentences, visitSentences } from "./visits.strings.ts";

interface Collected {
  parcels: FoundParcels;
  /** Nothing was asked since, as long as this is the last question. */
  asked: number;
}

interface Found {
  visit: Visit;
  /** Names the press that authorises it, however often it is sent. */
  requestId: string;
}

/** The code that a visitor tells, as it is typed, verified and authorised. */
export interface CodeDesk {
  field: RefObject<HTMLInputElement | null>;
  code: string;
  /** Why the code cannot be verified yet. */
  wrong: string | undefined;
  found: Visit | null;
  /** What waits for the home whose code it is. */
  collected: FoundParcels | null;
  busy: "verifying" | "authorising" | null;
  /** What became of the one before. */
  told: string | null;
  /** Who was authorised last. */
  letIn: Visit | null;
  type(text: string): void;
  /** A whole code from elsewhere than the field: it is verified at once. */
  take(code: string): void;
  submit(event: FormEvent): void;
  /** Begins anew, for the next visitor. */
  clear(): void;
  /** The field, and nothing of the one before. */
  restart(): void;
  /** What was done for a guest is over. Whoever was typed or chosen meanwhile stays. */
  guestDone(guestId: string, told: string): void;
  /** The same for a home that collected its parcels. */
  parcelsDone(told: string): void;
  /** Lets the visitor that was found in. `then` runs as soon as that is so, before it is said. */
  authorise(then?: (visit: Visit) => void): void;
}

interface CodeDeskParts {
  buildingId: string;
  timeZone: string | undefined;
  /** Guests come by codes too, and so do homes for their parcels: who has none of a visit may have one of theirs. */
  guests: GuestDesk;
  field: RefObject<HTMLInputElement | null>;
  /** Who is through with one goes on in the field. Not where a number pad stands, and others are typed to as well. */
  goesOnInField: boolean;
}

/** What the lobby does with a code, whatever the screen. */
export function useCodeDesk({ buildingId, timeZone, guests, field, goesOnInField }: CodeDeskParts): CodeDesk {
  const [typed, setCode] = useState("");
  // What was typed before is of nobody who was chosen since.
  const code = guests.isChosen ? "" : typed;
  const [wrong, setWrong] = useState<string | undefined>();
  const [found, setFound] = useState<Found | null>(null);
  const [collected, setCollected] = useState<Collected | null>(null);
  const [isVerifying, setVerifying] = useState(false);
  /** The code that is being authorised. */
  const [authorising, setAuthorising] = useState<string | null>(null);
  // The next one's code is taken up meanwhile, and looked for once the one before is over.
  const before = useRef(Promise.resolve());
  const busy = isVerifying ? "verifying" : authorising === null ? null : "authorising";
  const [told, setTold] = useState<string | null>(null);
  const [letIn, setLetIn] = useState<Visit | null>(null);
  const isHere = useIsHere();
  // The field moves on while a code is verified: the answer is of nobody once something else stands there.
  const lastAsked = useRef(0);
  useFetchedAhead(fetchParcelsFound);

  /** What is being verified is asked for no more. Whoever is being authorised stays so: that is done already. */
  const forgetAsked = () => {
    lastAsked.current += 1;
    setVerifying(false);
  };
  const forgetForChosen = useEffectEvent(forgetAsked);
  const { isChosen } = guests;
  useEffect(() => {
    if (isChosen) {
      forgetForChosen();
    }
  }, [isChosen]);
  const clear = () => {
    forgetAsked();
    setCode("");
    setWrong(undefined);
    setFound(null);
    setCollected(null);
    guests.clear();
    if (goesOnInField) {
      field.current?.focus();
    }
  };
  /** The one before is over. */
  const begin = () => {
    setTold(null);
    setLetIn(null);
  };
  /** What was typed stands selected: the next digit takes its place. */
  const typeAgain = () => {
    field.current?.focus();
    field.current?.select();
  };

  /** Whoever has this code: a guest, who is shown by the desk of guests, or else a visit or a home's parcels. */
  const find = async (given: string): Promise<{ visit: Visit } | { parcels: FoundParcels } | null> => {
    switch (await guests.find(given)) {
      case "guest":
      case "late":
        return null;
      case "visit":
        return { visit: await findVisitOf(buildingId, given) };
      case "parcels":
        return { parcels: await findParcelsBy(buildingId, given) };
    }
  };

  const verify = async (given: string) => {
    lastAsked.current += 1;
    const asked = lastAsked.current;
    const isOld = () => !isHere() || asked !== lastAsked.current;
    setVerifying(true);
    await before.current;
    if (isOld()) {
      return;
    }
    const end = await endOf(find(given));
    if (isOld()) {
      return;
    }
    setVerifying(false);
    if (!end.isGood) {
      await dialogs.failure(wordsOf(end.error, visitSentences.notValid));
      if (!isOld()) {
        typeAgain();
      }
    } else if (end.value !== null && "visit" in end.value) {
      setFound({ visit: end.value.visit, requestId: crypto.randomUUID() });
    } else if (end.value !== null) {
      soundVerdict(end.value.parcels.parcels.length > 0 ? "yes" : "no");
      setCollected({ parcels: end.value.parcels, asked });
    }
  };

  const restart = (said: string | null) => {
    begin();
    setTold(said);
    clear();
  };

  const authorise = async ({ visit, requestId }: Found, then: ((visit: Visit) => void) | undefined) => {
    setAuthorising(visit.code);
    const asked = lastAsked.current;
    /** Whoever was typed or chosen meanwhile stays. */
    const done = () => {
      if (asked === lastAsked.current) {
        clear();
      } else {
        setFound((current) => (current?.requestId === requestId ? null : current));
        setCode((current) => (current === visit.code ? "" : current));
      }
    };
    const end = await endOf(authoriseVisitOf(buildingId, visit.code, requestId));
    if (end.isGood) {
      // Also where a call took them to another screen meanwhile: what they pressed is done.
      then?.(visit);
    }
    /** On another screen, or beside the next one, it would be read of somebody else. */
    const named = (text: string) =>
      isHere() && asked === lastAsked.current ? text : `${visit.user.name}: ${text}`;
    if (end.isGood) {
      if (!isHere()) {
        return;
      }
      // Until that is understood the same code, scanned twice, is still this one.
      await dialogs.success(visitSentences.authorised);
      setAuthorising(null);
      setTold(`Autorizaste el ingreso de ${visit.user.name}.`);
      setLetIn(visit);
      done();
      return;
    }
    setAuthorising(null);
    const { title, text } = wordsOf(end.error, visitSentences.notAuthorised);
    await dialogs.failure({ title, text: named(text) });
    if (isOver(end.error)) {
      const decided = decidedIn(end.error, timeZone);
      setTold(decided === null ? null : named(decided));
      done();
    }
  };

  return {
    field,
    code,
    wrong,
    found: found?.visit ?? null,
    collected: collected?.parcels ?? null,
    busy,
    told,
    letIn,
    type(text) {
      forgetAsked();
      setCode(digitsOf(text));
      setWrong(undefined);
      setFound(null);
      setCollected(null);
      guests.clear();
    },
    take(given) {
      if (given !== authorising) {
        begin();
        clear();
        setCode(given);
        void verify(given);
      }
    },
    submit(event) {
      event.preventDefault();
      if (isVerifying || (authorising !== null && code === authorising)) {
        return;
      }
      begin();
      if (!isWhole(code)) {
        setWrong(code === "" ? codeFieldSentences.empty : codeFieldSentences.short);
        field.current?.focus();
        return;
      }
      void verify(code);
    },
    clear,
    restart: () => restart(null),
    guestDone(guestId, said) {
      if (guests.isFound(guestId)) {
        restart(said);
      } else {
        setTold(said);
      }
    },
    parcelsDone(said) {
      if (collected?.asked === lastAsked.current) {
        restart(said);
      } else {
        setTold(said);
        setCollected((current) => (current === collected ? null : current));
      }
    },
    authorise(then) {
      if (busy === null && found !== null) {
        before.current = authorise(found, then);
      }
    },
  };
}

type End<Value> = { isGood: true; value: Value } | { isGood: false; error: unknown };

const endOf = <Value>(running: Promise<Value>): Promise<End<Value>> =>
  running.then(
    (value) => ({ isGood: true, value }),
    (error: unknown) => ({ isGood: false, error }),
  );

/** The specification's words for a code that is refused; what happened for everything else. */
function wordsOf(error: unknown, refused: { title: string; text: string }) {
  return isOver(error) ? refused : { title: refused.title, text: sentenceFor(error) };
}

/** The code is good for nothing any more: it makes no sense to try again. */
const isOver = (error: unknown): error is CallRefused =>
  error instanceof CallRefused &&
  (error.code === "VISIT_CODE_NOT_VALID" ||
    error.code === "VISIT_ALREADY_AUTHORISED" ||
    error.code === "PASS_NOT_VALID" ||
    error.code === "PARCEL_CODE_NOT_VALID");

function decidedIn({ decided }: CallRefused, timeZone: string | undefined): string | null {
  return decided === null
    ? null
    : `Ya lo había autorizado ${decided.by?.name ?? "otra persona"} el ${formatDate(decided.at, timeZone)}.`;
}

/** Says whether the screen still stands when an answer comes. */
function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
