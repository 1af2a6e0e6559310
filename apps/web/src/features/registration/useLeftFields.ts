import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Tells of each field of a form (`data-field`) that the focus has left. While something is pressed it waits: a
 * sentence that appears above what a finger is on would move it away.
 */
export function useLeftFields(form: RefObject<HTMLFormElement | null>, onLeft: (names: string[]) => void) {
  const tell = useEffectEvent(onLeft);
  useEffect(() => {
    const left = new Set<HTMLElement>();
    let isPressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A click comes with the end of its press; what waits for the next turn comes after it.
    const tellSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const names = [...left]
          .filter((field) => field.isConnected && !field.contains(document.activeElement))
          .flatMap(({ dataset }) => dataset["field"] ?? []);
        left.clear();
        if (names.length > 0) {
          tell(names);
        }
      });
    };

    const listening = new AbortController();
    const { signal } = listening;
    form.current?.addEventListener(
      "focusout",
      ({ target }) => {
        const field = target instanceof Element ? target.closest<HTMLElement>("[data-field]") : null;
        if (field !== null) {
          left.add(field);
        }
        if (!isPressed) {
          tellSoon();
        }
      },
      { signal },
    );
    const press = (isBeginning: boolean) => () => {
      isPressed = isBeginning;
      if (!isBeginning && left.size > 0) {
        tellSoon();
      }
    };
    window.addEventListener("pointerdown", press(true), { signal, capture: true });
    window.addEventListener("pointerup", press(false), { signal, capture: true });
    window.addEventListener("pointercancel", press(false), { signal, capture: true });
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [form]);
}
