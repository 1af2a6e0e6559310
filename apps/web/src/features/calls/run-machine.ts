/** What follows from an event, and what is to be done for it, in this order. */
export interface Step<State, Effect> {
  state: State;
  effects: readonly Effect[];
}

/** Two steps as one. */
export function also<State, Effect>(
  { state, effects }: Step<State, Effect>,
  then: (state: State) => Step<State, Effect>,
): Step<State, Effect> {
  const more = then(state);
  return { state: more.state, effects: [...effects, ...more.effects] };
}

interface MachineParts<State, Event, Effect> {
  first: State;
  next(state: State, event: Event): Step<State, Effect>;
  act(effect: Effect): void;
  onChange(): void;
}

interface Machine<State, Event> {
  state(): State;
  happen(event: Event): void;
}

/** Does what a machine says. What happens meanwhile waits until the effects of the event before it are under way. */
export function runMachine<State, Event, Effect>(
  parts: MachineParts<State, Event, Effect>,
): Machine<State, Event> {
  const waiting: Event[] = [];
  let state = parts.first;
  let isBusy = false;

  const handle = (event: Event) => {
    const step = parts.next(state, event);
    const isChanged = step.state !== state;
    state = step.state;
    for (const effect of step.effects) {
      parts.act(effect);
    }
    if (isChanged) {
      parts.onChange();
    }
  };

  return {
    state: () => state,
    happen(event) {
      waiting.push(event);
      if (isBusy) {
        return;
      }
      isBusy = true;
      try {
        for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
          handle(first);
        }
      } finally {
        isBusy = false;
      }
    },
  };
}
