import type { SignPage } from "@umbral/contract/entrance-sign/sign-page.contract";
import { clockWords } from "@umbral/contract/lib/date-words";
import { element } from "./guest-view.ts";
import { type FoundHome, homesNamed, homesOf, withWord } from "./sign-homes.ts";

/** A home, or the lobby where there is none. */
type Ring = (to: { id: string; name: string } | null) => void;

/** So many homes stand there at once; of more, one tower or floor is opened, or one is looked for. */
const AT_A_GLANCE = 24;
/** A cheap phone draws so many without that one waits. */
const FOUND_AT_MOST = 40;

/** What the page of a sign shows: homes by name or number, and nobody. */
export function signView(sign: SignPage, ring: Ring): Node[] {
  const title = element("h1", {}, sign.building.name);
  if (sign.state !== "rings") {
    return [title, element("p", { class: "state", role: "status", "data-refused": "" }, closedWords(sign))];
  }
  const homes = homesOf(sign);
  const all = element("div", { class: "ways" }, ...wayTo(sign, homes, ring));
  const lobby = element("button", { type: "button", class: "button first" }, "Llamar a portería");
  lobby.addEventListener("click", () => ring(null));
  return [
    title,
    element(
      "p",
      { class: "soft" },
      "¿A quién visitas? Toca el apartamento. Te verán por tu cámara cuando contesten.",
    ),
    ...(homes.length > AT_A_GLANCE ? searchOf(homes, all, ring) : []),
    all,
    ...(sign.hasLobby ? [lobby] : []),
  ];
}

/** Why nobody is rung, and what to do instead. */
function closedWords({ state, hours }: Pick<SignPage, "state" | "hours">): string {
  return state === "off"
    ? "El timbre de este letrero está apagado. Llama por teléfono a quien visitas."
    : `A esta hora no se timbra desde el letrero: suena de ${clockWords(hours.from)} a ${clockWords(hours.to)}. Llama por teléfono a quien visitas.`;
}

/** All at once in a small building; else a tower is opened, and of one tower alone a floor. */
function wayTo({ towers }: SignPage, homes: readonly FoundHome[], ring: Ring): Node[] {
  const isSmall = homes.length <= AT_A_GLANCE;
  const [first, ...others] = towers;
  if (first !== undefined && others.length === 0 && !isSmall) {
    return first.floors.map((floor) =>
      opened(withWord("Piso", floor.name), () => [homesGrid(floor.homes, ring)]),
    );
  }
  const floorsOf = ({ floors }: SignPage["towers"][number]) =>
    floors.flatMap((floor) => [
      element("h2", {}, withWord("Piso", floor.name)),
      homesGrid(floor.homes, ring),
    ]);
  if (!isSmall) {
    return towers.map((tower) => opened(withWord("Torre", tower.name), () => floorsOf(tower)));
  }
  return others.length === 0
    ? [homesGrid(homes, ring)]
    : towers.flatMap((tower) => [
        element("h2", {}, withWord("Torre", tower.name)),
        homesGrid(
          tower.floors.flatMap((floor) => floor.homes),
          ring,
        ),
      ]);
}

/** What is in it is drawn when it is opened. */
function opened(words: string, inside: () => Node[]): HTMLDetailsElement {
  const made = element("details", {}, element("summary", { class: "button" }, words));
  made.addEventListener("toggle", () => {
    if (made.open && made.children.length === 1) {
      made.append(...inside());
    }
  });
  return made;
}

function homesGrid(homes: readonly { id: string; name: string; place?: string }[], ring: Ring): HTMLElement {
  const items = homes.map((home) => {
    const button = element(
      "button",
      { type: "button", class: "button home" },
      element("span", {}, home.name),
    );
    if (home.place !== undefined) {
      button.append(element("small", {}, home.place));
    }
    button.addEventListener("click", () => ring(home));
    return element("li", {}, button);
  });
  return element("ul", { class: "homes" }, ...items);
}

function searchOf(homes: readonly FoundHome[], all: HTMLElement, ring: Ring): Node[] {
  const field = element("input", {
    type: "search",
    id: "search",
    class: "search",
    autocomplete: "off",
    enterkeyhint: "search",
    placeholder: "Ej. 402",
  });
  const found = element("div", { class: "ways" });
  const words = element("p", { class: "soft", role: "status" });
  field.addEventListener("input", () => {
    const isSought = field.value.trim() !== "";
    const named = isSought ? homesNamed(homes, field.value) : [];
    const shown = named.slice(0, FOUND_AT_MOST);
    all.hidden = isSought;
    found.replaceChildren(...(shown.length === 0 ? [] : [homesGrid(shown, ring)]));
    words.textContent = isSought ? foundWords(named.length, shown.length) : "";
  });
  return [
    element("label", { for: "search", class: "label" }, "Busca el apartamento por su número o nombre"),
    field,
    words,
    found,
  ];
}

function foundWords(count: number, shown: number): string {
  if (count === 0) {
    return "Ningún apartamento se llama así. Revisa el número, o llama por teléfono a quien visitas.";
  }
  return count > shown ? `Hay ${count - shown} más: sigue escribiendo.` : "";
}
