import { movedBy, settled, whole, type ZoomView, zoomedAt } from "./zoom-view.ts";

export interface Zoom {
  reset(): void;
  /** Listens no more. */
  end(): void;
}

const STEP = 1.5;
const TAP = { twiceWithinMs: 320, withinPx: 24, to: 2.5 } as const;
/** Of the wheel: a touchpad that is pinched sends many small ones. */
const PER_WHEEL_PIXEL = 0.0075;
/** What an arrow moves. */
const ARROW_PX = 48;
const arrows = new Map([
  ["ArrowLeft", { x: ARROW_PX, y: 0 }],
  ["ArrowRight", { x: -ARROW_PX, y: 0 }],
  ["ArrowUp", { x: 0, y: ARROW_PX }],
  ["ArrowDown", { x: 0, y: -ARROW_PX }],
]);

/**
 * Lets what `content` shows be enlarged inside of `frame`: by two fingers, the wheel with Ctrl (which is how a pinched
 * touchpad comes), two taps, or + and −. While it is whole one finger scrolls the page as ever; enlarged, it moves the
 * picture. Drawn at most once a frame, by the compositor alone.
 * @param onScale hears the size when it comes to rest
 */
export function beginZoom(frame: HTMLElement, content: HTMLElement, onScale: (scale: number) => void): Zoom {
  const stop = new AbortController();
  const fingers = new Map<number, { x: number; y: number }>();
  let view: ZoomView = whole;
  let drawing: number | null = null;
  let lastTap = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  let hasMoved = false;

  const size = () => ({ width: frame.clientWidth, height: frame.clientHeight });
  const middle = () => ({ x: frame.clientWidth / 2, y: frame.clientHeight / 2 });

  const place = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = frame.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  const draw = () => {
    drawing = null;
    const { scale, x, y } = view;
    content.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    // One finger is the picture's while there is more of it than is seen.
    frame.toggleAttribute("data-zoomed", scale > 1);
  };

  const show = (next: ZoomView) => {
    view = next;
    drawing ??= requestAnimationFrame(draw);
  };

  /** Something that is pressed once: moved softly where that is liked. */
  const jump = (next: ZoomView) => {
    content.toggleAttribute("data-jumps", true);
    show(settled(next));
    onScale(view.scale);
  };

  const rest = () => {
    show(settled(view));
    onScale(view.scale);
  };

  const isForButton = ({ target }: Event) =>
    target instanceof Element && target.closest("button, a, input, select") !== null;

  const spread = (): { at: { x: number; y: number }; apart: number } | null => {
    const [one, other] = fingers.values();
    return one === undefined || other === undefined
      ? null
      : {
          at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
          apart: Math.hypot(one.x - other.x, one.y - other.y),
        };
  };

  const onDown = (event: PointerEvent) => {
    if (isForButton(event) || event.button !== 0 || fingers.size >= 2) {
      return;
    }
    content.toggleAttribute("data-jumps", false);
    hasMoved = fingers.size > 0;
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 2 || view.scale > 1) {
      frame.setPointerCapture(event.pointerId);
    }
  };

  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) {
      return;
    }
    const now = place(event);
    const held = spread();
    fingers.set(event.pointerId, now);
    const holds = spread();
    if (held !== null && holds !== null) {
      const by = { x: holds.at.x - held.at.x, y: holds.at.y - held.at.y };
      show(zoomedAt(movedBy(view, size(), by), size(), holds.at, holds.apart / Math.max(1, held.apart)));
    } else if (view.scale > 1) {
      show(movedBy(view, size(), { x: now.x - before.x, y: now.y - before.y }));
    }
    hasMoved ||= Math.hypot(now.x - before.x, now.y - before.y) > 4;
  };

  const onUp = (event: PointerEvent) => {
    const at = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (at === undefined) {
      return;
    }
    if (event.type === "pointerup" && fingers.size === 0 && !hasMoved) {
      tapped(at, event.timeStamp);
    } else if (fingers.size === 0) {
      rest();
    }
  };

  const tapped = (at: { x: number; y: number }, when: number) => {
    const isSecond =
      when - lastTap.at < TAP.twiceWithinMs && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < TAP.withinPx;
    lastTap = { at: isSecond ? Number.NEGATIVE_INFINITY : when, ...at };
    if (isSecond) {
      jump(view.scale > 1 ? whole : zoomedAt(view, size(), at, TAP.to));
    }
  };

  const onWheel = (event: WheelEvent) => {
    // Without Ctrl it scrolls, as everywhere.
    if (event.ctrlKey) {
      event.preventDefault();
      content.toggleAttribute("data-jumps", false);
      show(zoomedAt(view, size(), place(event), Math.exp(-event.deltaY * PER_WHEEL_PIXEL)));
      rest();
    }
  };

  const onKey = (event: KeyboardEvent) => {
    const next = isForButton(event) ? null : afterKey(event);
    if (next !== null) {
      event.preventDefault();
      // What an arrow means to the screen around it means nothing here.
      event.stopPropagation();
      jump(next);
    }
  };

  const afterKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): ZoomView | null => {
    if (ctrlKey || metaKey || altKey) {
      return null;
    }
    if (key === "+" || key === "=") {
      return zoomedAt(view, size(), middle(), STEP);
    }
    if (key === "-") {
      return zoomedAt(view, size(), middle(), 1 / STEP);
    }
    const arrow = view.scale > 1 ? arrows.get(key) : undefined;
    return key === "0" ? whole : arrow === undefined ? null : movedBy(view, size(), arrow);
  };

  const { signal } = stop;
  frame.addEventListener("pointerdown", onDown, { signal });
  frame.addEventListener("pointermove", onMove, { signal });
  frame.addEventListener("pointerup", onUp, { signal });
  frame.addEventListener("pointercancel", onUp, { signal });
  frame.addEventListener("wheel", onWheel, { signal, passive: false });
  frame.addEventListener("keydown", onKey, { signal });
  // A window of another size shows another part.
  const resized = new ResizeObserver(() => show(movedBy(view, size(), { x: 0, y: 0 })));
  resized.observe(frame);

  return {
    reset: () => jump(whole),
    end() {
      stop.abort();
      resized.disconnect();
      if (drawing !== null) {
        cancelAnimationFrame(drawing);
      }
    },
  };
}
