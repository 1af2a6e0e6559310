import type { Visitor } from "@umbral/contract/calls/door-panel.contract";
import { createStore } from "../../../lib/store.ts";

/** The states of the door panel (specification §4). */
export type PanelStep = "initial" | "known" | "unknown" | "readyToOpen" | "opened" | "finished";

export type PanelPicture = "photo" | "cedulaFrontal";

/** Somebody who is being written down. */
export interface VisitorDraft {
  type: "VISITANTE_CONOCIDO" | "VISITANTE_DESCONOCIDO";
  name: string;
  photo: File | null;
  cedulaFrontal: File | null;
}

/** A draft with everything that its type needs (specification §5). */
export type WholeVisitor = VisitorDraft & Record<PanelPicture, File>;

export type PanelField = "name" | PanelPicture;
export type PanelErrors = Partial<Record<PanelField, string>>;

/** What can be done now. One that is missing is a button that is not there. */
export interface PanelActions {
  chooseKnown?: () => void;
  chooseUnknown?: () => void;
  choose?: (visitor: Visitor) => void;
  writeNew?: () => void;
  setName?: (name: string) => void;
  setPicture?: (which: PanelPicture, picture: File | null) => void;
  save?: () => void;
  back?: () => void;
  /** The door moved. */
  opened?: () => void;
  another?: () => void;
  finish?: () => void;
}

export interface PanelView {
  step: PanelStep;
  /** Who is being written down; null while a known one is looked for, and everywhere else. */
  draft: VisitorDraft | null;
  errors: PanelErrors;
  isSaving: boolean;
  /** Why the last attempt to write somebody down came to nothing. */
  trouble: string | null;
  /** For whom the door is or was opened. */
  visitor: Visitor | null;
  actions: PanelActions;
}

export interface PanelParts {
  createVisitor(visitor: WholeVisitor): Promise<Visitor>;
  /** What is wrong, from a refusal: by field, and as one sentence for all the rest. */
  explain(error: unknown): { errors: PanelErrors; sentence: string | null };
  /** Hangs up: the call becomes TERMINADA. */
  finish(): void;
}

export interface DoorPanel {
  view(): PanelView;
  subscribe(listener: () => void): () => void;
}

const panelSentences = {
  name: "* Debes diligenciar el nombre",
  photo: "* Debes agregar la foto",
} as const;

type State = Omit<PanelView, "actions">;

const INITIAL: State = {
  step: "initial",
  draft: null,
  errors: {},
  isSaving: false,
  trouble: null,
  visitor: null,
};

const emptyDraft = (type: VisitorDraft["type"]): VisitorDraft => ({
  type,
  name: "",
  photo: null,
  cedulaFrontal: null,
});

/** Who is at the door, then the door, then goodbye: the panel of one call. */
export function createDoorPanel(parts: PanelParts): DoorPanel {
  let state = INITIAL;
  const view = createStore(draw());

  function draw(): PanelView {
    return { ...state, actions: actionsOf(state) };
  }

  function become(next: State) {
    state = next;
    view.set(draw());
  }

  function actionsOf({ step, draft, isSaving }: State): PanelActions {
    const back = () => become(INITIAL);
    const { finish } = parts;
    switch (step) {
      case "initial":
        return {
          chooseKnown: () => become({ ...INITIAL, step: "known" }),
          chooseUnknown: () =>
            become({ ...INITIAL, step: "unknown", draft: emptyDraft("VISITANTE_DESCONOCIDO") }),
        };
      case "known":
      case "unknown":
        if (isSaving) {
          return {};
        }
        if (draft !== null) {
          return {
            setName: (name) => change({ name }, "name"),
            setPicture: (which, picture) => change({ [which]: picture }, which),
            save: () => void save(draft),
            back: step === "known" ? () => become({ ...INITIAL, step: "known" }) : back,
          };
        }
        return {
          choose: (visitor) => become({ ...INITIAL, step: "readyToOpen", visitor }),
          writeNew: () => become({ ...INITIAL, step: "known", draft: emptyDraft("VISITANTE_CONOCIDO") }),
          back,
        };
      case "readyToOpen":
        return { opened: () => become({ ...state, step: "opened" }), back };
      case "opened":
        return {
          another: back,
          finish: () => {
            become({ ...state, step: "finished" });
            finish();
          },
        };
      case "finished":
        return {};
    }
  }

  function change(part: Partial<VisitorDraft>, field: PanelField) {
    if (state.draft !== null) {
      const { [field]: _, ...errors } = state.errors;
      become({ ...state, draft: { ...state.draft, ...part }, errors, trouble: null });
    }
  }

  async function save(draft: VisitorDraft) {
    const errors = missingOf(draft);
    if (!isWhole(draft) || Object.keys(errors).length > 0) {
      become({ ...state, errors });
      return;
    }
    become({ ...state, errors: {}, trouble: null, isSaving: true });
    try {
      const visitor = await parts.createVisitor(draft);
      become({ ...INITIAL, step: "readyToOpen", visitor });
    } catch (error) {
      const { errors: refused, sentence } = parts.explain(error);
      become({ ...state, isSaving: false, errors: refused, trouble: sentence });
    }
  }

  return {
    view: view.current,
    subscribe: view.subscribe,
  };
}

function missingOf({ type, name, photo, cedulaFrontal }: VisitorDraft): PanelErrors {
  return {
    ...(type === "VISITANTE_CONOCIDO" && name.trim() === "" ? { name: panelSentences.name } : {}),
    ...(photo === null ? { photo: panelSentences.photo } : {}),
    ...(cedulaFrontal === null ? { cedulaFrontal: panelSentences.photo } : {}),
  };
}

function isWhole(draft: VisitorDraft): draft is WholeVisitor {
  return draft.photo !== null && draft.cedulaFrontal !== null;
}
