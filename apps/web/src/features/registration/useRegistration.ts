import { normalCedula } from "@umbral/contract/registration/personal-data";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { originIn } from "../../lib/origin.ts";
import { paths } from "../../lib/paths.ts";
import { browserStore } from "../../lib/storage.ts";
import { session } from "../../lib/useSession.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { dialogs } from "../../ui/dialogs.ts";
import { notify } from "../../ui/notices.ts";
import { useForm } from "../../ui/useForm.ts";
import { createDrafts, DRAFT_MS } from "./drafts.ts";
import { emptyForm, fields, missingOf } from "./form-fields.ts";
import { isIncomplete, passwordsDiffer, wrongIn } from "./form-rules.ts";
import type { FieldName, FormKind, FormValues, TextName } from "./form-values.ts";
import { toExpress } from "./handed-over.ts";
import { refusalWords } from "./refusal-words.ts";
import { register, type WholeForm } from "./registration.api.ts";
import {
  ASK_FOR_CODE,
  BLOCKED,
  claimSentences,
  EXPRESS_FAILED,
  FORGOTTEN_DRAFT,
  nextSteps,
  PASSWORDS_DIFFER,
} from "./registration.strings.ts";
import { useFormSteps } from "./useFormSteps.ts";

const drafts = createDrafts(browserStore("sessionStorage"));

/** Each lies in the one before. */
const places = ["buildingId", "towerId", "floorId", "apartmentId"] as const;
export type PlaceName = (typeof places)[number];

/** A form that is filled in, sent, refused and sent again, until somebody is registered. */
export type RegistrationForm = ReturnType<typeof useRegistration>;

export function useRegistration(kind: FormKind) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const arrival = useNavigationType();
  const [initial] = useState(() => begin(kind, arrival));
  const basics = useForm(initial, (values) => wrongIn(kind, values));
  const { values, set } = basics;
  useEffect(() => drafts.write(kind, values), [kind, values]);

  const steps = useFormSteps(kind, basics);

  /** What the server refused, each for as long as the value is the refused one. */
  const [refused, setRefused] = useState<{
    values: FormValues;
    fields: Partial<Record<FieldName, string>>;
  }>();
  /** The form that waits for the code sent by SMS, and what was wrong with the last one. */
  const [claim, setClaim] = useState<{ form: WholeForm; trouble?: string }>();

  const upload = useUpload((form: WholeForm, sending) => register(kind, form, sending), {
    done(_, form) {
      drafts.forget(kind);
      setClaim(undefined);
      if (kind === "visitor") {
        session.rememberCedula(normalCedula(form.values.cedula));
      }
      const to = originIn(state) ?? paths.login;
      void navigate(to);
      void sayRegistered(kind, to);
    },
    failed(error, form) {
      if (error instanceof CallRefused && error.code === "CLAIM_CODE_SENT") {
        setClaim({ form });
      } else if (error instanceof CallRefused && error.code === "CLAIM_CODE_NOT_VALID") {
        setClaim({ form, trouble: claimSentences.wrong });
      } else {
        setClaim(undefined);
        void explain(error, form.values);
      }
    },
  });

  /** A quick visitor came for a code: nothing that they see from here leads to it by itself. */
  const sayRegistered = async (as: FormKind, at: string) => {
    const words = { list: [nextSteps[as]] };
    if (as !== "express" || at === paths.visitCode) {
      await dialogs.success(words);
    } else if (await dialogs.successAnd(ASK_FOR_CODE, words)) {
      await navigate(paths.visitCode);
    }
  };

  const explain = async (error: unknown, sent: FormValues) => {
    const { lines, fields } = refusalWords(error);
    setRefused({ values: sent, fields });
    await (kind === "express"
      ? dialogs.failure({ text: EXPRESS_FAILED, list: lines })
      : dialogs.errors(lines));
    steps.showWrong(Object.keys(fields));
  };

  useIdle(DRAFT_MS, values, () => {
    if (!upload.isPending && JSON.stringify(values) !== JSON.stringify(emptyForm(kind))) {
      setClaim(undefined);
      basics.reset(emptyForm(kind));
      steps.goBackTo(0);
      notify(FORGOTTEN_DRAFT);
    }
  });

  const comparison = usePasswordComparison(kind, values, basics.errors.passwordConfirmation);
  const errorOf = (field: FieldName): string | undefined => {
    const own = field === "passwordConfirmation" ? comparison.error : basics.errors[field];
    return own ?? (refused?.values[field] === values[field] ? refused?.fields[field] : undefined);
  };

  const submit = basics.submit(
    ({ photo, ...rest }) => {
      if (photo !== null) {
        upload.begin({ values: { ...rest, photo } });
      }
    },
    async (wrong) => {
      if (isIncomplete(kind, values)) {
        await dialogs.failure({ text: BLOCKED });
      }
      steps.showWrong(Object.keys(wrong));
    },
  );

  return {
    kind,
    form: basics.form,
    values,
    set,
    /** With another place, what was chosen within the one before is forgotten. */
    choosePlace(level: PlaceName, id: string) {
      set(level, id);
      for (const below of places.slice(places.indexOf(level) + 1)) {
        set(below, "");
      }
    },
    errorOf,
    /** All that a line of text needs, to spread on it. */
    text: (field: TextName) => ({
      ...fields[field].line,
      required: missingOf(kind, field) !== undefined,
      ...basics.text(field),
      error: errorOf(field),
    }),
    steps,
    onSubmit(event: FormEvent) {
      if (steps.isLast) {
        comparison.compare();
        submit(event);
      } else {
        event.preventDefault();
        steps.finish();
      }
    },
    upload,
    claim: claim && {
      trouble: claim.trouble,
      isSending: upload.isPending,
      confirm: (claimCode: string) => upload.begin({ values: claim.form.values, claimCode }),
      sendAgain: () => upload.begin({ values: claim.form.values }),
      close: () => setClaim(undefined),
    },
  };
}

/**
 * The form as a reload or the browser's own 'back' left it. Who comes by a link begins anew: at a shared tablet
 * that is somebody else. Between two forms of the same person the link takes the place of the first.
 */
function begin(kind: FormKind, arrival: ReturnType<typeof useNavigationType>): FormValues {
  if (arrival === "PUSH") {
    drafts.forgetAll();
  }
  return { ...drafts.read(kind), ...(kind === "express" ? toExpress.take() : {}) };
}

/** Calls back once nothing has changed for this long. */
function useIdle(afterMs: number, values: FormValues, onIdle: () => void): void {
  const onIdleNow = useEffectEvent(onIdle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the values begins the wait anew.
  useEffect(() => {
    const timer = setTimeout(onIdleNow, afterMs);
    return () => clearTimeout(timer);
  }, [values, afterMs]);
}

/**
 * The two passwords are compared while they are typed on the forms of residents and owners, and when the
 * form is sent on the visitor's (specification §5).
 */
function usePasswordComparison(kind: FormKind, values: FormValues, error: string | undefined) {
  const [compared, setCompared] = useState<readonly [string, string]>();
  const { password, passwordConfirmation } = values;
  const isOld = compared?.[0] !== password || compared[1] !== passwordConfirmation;
  const compare = () => setCompared([password, passwordConfirmation]);
  if (kind === "visitor") {
    return { compare, error: error === PASSWORDS_DIFFER && isOld ? undefined : error };
  }
  return { compare, error: error ?? (passwordsDiffer(values) ? PASSWORDS_DIFFER : undefined) };
}
