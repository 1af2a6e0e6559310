import { dateWords } from "@umbral/contract/lib/date-words";
import type { GuestPass } from "@umbral/contract/passes/guest-page.contract";
import { encode } from "uqr";
import { calendarOf, codeWords, peopleWords, routeTo, stateWords } from "./guest-words.ts";

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string>>;

/** An element with what is in it; words are text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
}

/** What the page of a pass shows. @param ring rings the home; absent where nobody can be rung */
export function passView(pass: GuestPass, ring: (() => void) | null): Node[] {
  const { firstName, building, refusal, hours, code } = pass;
  const people = peopleWords(pass);
  const when = (at: string) => dateWords(at, building.timeZone);
  const facts: [string, string][] = [
    ["Desde", when(pass.from)],
    ["Hasta", when(pass.until)],
    ...(hours === null ? [] : [["Horario", hours] satisfies [string, string]]),
    ...(building.address === "" ? [] : [["Dirección", building.address] satisfies [string, string]]),
  ];
  const state = element("p", { class: "state", role: "status" }, stateWords(pass));
  if (refusal !== null) {
    state.setAttribute("data-refused", "");
  }
  return [
    element("h1", {}, `${firstName === "" ? "Hola" : `Hola, ${firstName}`}. Te esperan en ${building.name}`),
    state,
    ...(code === null ? [] : [codeCard(code, people)]),
    ...(ring === null ? [] : [ringButton(ring)]),
    element(
      "section",
      { class: "card", "aria-label": "Cuándo y dónde" },
      element("dl", {}, ...facts.map(([name, value]) => fact(name, value))),
      element("div", { class: "ways" }, ...ways(pass)),
    ),
  ];
}

const fact = (name: string, value: string): HTMLElement =>
  element("div", {}, element("dt", {}, name), element("dd", {}, value));

function codeCard(code: string, people: string | null): HTMLElement {
  return element(
    "section",
    { class: "card", "aria-label": "Tu código" },
    element(
      "p",
      { class: "soft" },
      "Muestra este código en portería, o escríbelo en el teclado de la entrada.",
    ),
    qr(code),
    element("p", { class: "code", "aria-label": `Código ${[...code].join(" ")}` }, codeWords(code)),
    ...(people === null ? [] : [element("p", { class: "soft" }, people)]),
  );
}

/** The QR says the code and nothing else, so that a scanner types it into the field that is there. */
function qr(code: string): HTMLElement {
  const { data, size } = encode(code, { border: 1 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "Código QR de tu invitación");
  svg.setAttribute("shape-rendering", "crispEdges");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", squares.join(""));
  path.setAttribute("fill", "currentColor");
  svg.append(path);
  return element("div", { class: "qr" }, svg);
}

function ringButton(ring: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "button first" }, "Estoy en la entrada");
  button.addEventListener("click", ring);
  return button;
}

function ways(pass: GuestPass): HTMLElement[] {
  const entry = calendarOf(pass, `${location.origin}${location.pathname}`, new Date());
  const calendar = element(
    "a",
    {
      class: "button",
      download: "visita.ics",
      href: URL.createObjectURL(new Blob([entry], { type: "text/calendar" })),
    },
    "Agregar al calendario",
  );
  const route = element(
    "a",
    { class: "button", href: routeTo(pass.building), rel: "noreferrer noopener", target: "_blank" },
    "Cómo llegar",
  );
  return pass.refusal === "taken-back" || pass.refusal === "expired" ? [route] : [calendar, route];
}

/** What stands there in the place of a pass. @param again tries once more; absent where that is of no use */
export function failureView(message: string, again: (() => void) | null, title = "Tu invitación"): Node[] {
  const button = element("button", { type: "button", class: "button" }, "Intentar de nuevo");
  button.addEventListener("click", () => again?.());
  return [
    element("h1", {}, title),
    element("p", { class: "note", role: "alert" }, message),
    ...(again === null ? [] : [button]),
  ];
}
