import { forAsker } from "../lib/for-asker.ts";
import { dialogSentences } from "../lib/sentences.ts";
import { createStore, type Readable } from "../lib/store.ts";

/** What going on costs: it is one of these or neither. */
type Loss =
  /** It cannot be undone: the button that goes on is red, and Enter does not press it. */
  | { irrevocable?: boolean; takesAway?: never }
  /** It takes away what can be given again: red as well. */
  | { takesAway?: boolean; irrevocable?: never };

type Question = Loss & { title: string; text?: string };

interface Shown {
  kind: "success" | "failure" | "errors" | "confirmation";
  list?: readonly string[];
  /** What the button that goes on says, and the one that does not. */
  goOn: string;
  cancel?: string;
}

export type DialogRequest = Question & Shown & { id: number; answer(goesOn: boolean): void };

type Words = { title?: string; text?: string; list?: readonly string[] };

let asked = 0;
const waiting = createStore<readonly DialogRequest[]>([]);

type Asked = Question & Omit<Shown, "goOn"> & Partial<Pick<Shown, "goOn">>;

const show = (request: Asked): Promise<boolean> =>
  forAsker(
    () =>
      new Promise((resolve) => {
        asked += 1;
        const shown: DialogRequest = {
          goOn: dialogSentences.close,
          ...request,
          id: asked,
          answer(goesOn) {
            waiting.set(waiting.current().filter((other) => other !== shown));
            resolve(goesOn);
          },
        };
        waiting.set([...waiting.current(), shown]);
      }),
  );

/**
 * The dialogs that every screen shares, with the specification's words unless others are given. Each
 * promise ends when the person has answered; several wait for one another. Of whoever has left none ends.
 */
export const dialogs = {
  /** '¡Excelente!' / 'Proceso realizado con éxito' */
  async success(words: Words = {}): Promise<void> {
    await show({ kind: "success", ...dialogSentences.success, ...words });
  },
  /** The same with what may be done now, beside only understanding it; true for who wants that. */
  successAnd(goOn: string, words: Words): Promise<boolean> {
    return show({
      kind: "success",
      ...dialogSentences.success,
      ...words,
      goOn,
      cancel: dialogSentences.close,
    });
  },
  /** 'Lo sentimos!' / 'Ha ocurrido un error.' */
  async failure(words: Words = {}): Promise<void> {
    await show({ kind: "failure", ...dialogSentences.failure, ...words });
  },
  /** 'Han ocurrido los siguientes errores' and each of them, or the fallback when there is none. */
  async errors(list: readonly string[]): Promise<void> {
    const { title, fallback } = dialogSentences.errorList;
    await show({
      kind: "errors",
      title,
      list: list.length > 0 ? [...new Set(list)] : [fallback],
    });
  },
  /** A question with Continuar and Cancelar; true for Continuar. */
  confirm(question: Question): Promise<boolean> {
    return show({ kind: "confirmation", ...question, ...dialogSentences.confirmation });
  },
};

/** Whoever was asked has left: nobody else answers, and nothing goes on. */
export function closeDialogs(): void {
  for (const { answer } of waiting.current()) {
    answer(false);
  }
}

/** For the host that draws them. */
export const dialogQueue: Readable<DialogRequest | null> = {
  current: () => waiting.current()[0] ?? null,
  subscribe: waiting.subscribe,
};
