// @ts-check
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";
import { root } from "./run.mjs";

/*
 * What takes something away looks the same wherever it stands (docs/decisions/web-parts.md, 'Red'): what leads to it is
 * `destructive` and last, its question is red, and the way out stands after the act.
 */

/** @typedef {object & { type: string }} Node */

const web = join(root, "apps/web/src");

/** How a button or a question begins that shuts somebody out, or takes something away. */
const takesAway = new RegExp(
  `^¿?(?:${[
    "Eliminar|Retirar|Quitar|Borrar|Rechazar|Desactivar|Bloquear|Reiniciar|Restablecer|Reemplazar|Renovar|Perd(?:í|iste)",
    "Devolver(?! llamada)|Cerrar (?:la )?sesión|Cerrar tod[ao]s|Marcar como (?:perdida|entregados)",
    "Crear uno nuevo|Crear un (?:PIN|secreto) nuevo|Secreto nuevo",
  ].join("|")})(?!\\p{L})`,
  "u",
);

/** What begins so and takes nothing from anybody: words that were typed, what is shown, and one's own way out. */
const harmless = [
  "Quitar filtros",
  "Quitar selección",
  "Quitar la entrada",
  "Borrar la búsqueda",
  "Borrar firma",
  "ProfileScreen.tsx: Cerrar sesión",
  "ModeForm.tsx: Bloquear",
  "push-show.ts: Rechazar",
];

/** Where the filled red button stands: there what was asked about is done, or a call ends. */
const carriesOut = [
  "features/auth/PasswordAgain.tsx",
  "features/calls/door-panel/DoorPanel.tsx",
  "features/calls/ring/RingingBanner.tsx",
  "features/personal-data/EraseForm.tsx",
  "features/users/ActivationModal.tsx",
  "features/users/MovingOut.tsx",
  "ui/DialogsHost.tsx",
];

const buttons = ["Act", "Button", "ButtonLink", "IconButton"];
/** Parts that are nothing but buttons of a row. */
const plainParts = ["CardTimes", "DownloadButton", "ExportChosen"];
const redParts = ["DecideMany", "ForgetButton", "MovingOut", "SuspendCards", "SuspendMany"];

const names = (await readdir(web, { recursive: true }))
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^gallery\//.test(name));
const files = await Promise.all(
  names.sort().map(async (name) => {
    const { program } = parseSync(name, await readFile(join(web, name), "utf8"));
    return { name, nodes: allIn(program) };
  }),
);

it("draws what leads to taking something away as that", () => {
  const found = told(({ nodes }) =>
    nodes
      .filter((node) => buttons.includes(nameOf(node)) && !isRed(node))
      .flatMap(wordsOf)
      .filter((words) => takesAway.test(words)),
  );
  expect(found).toEqual([]);
});

it("fills a red button only where what was asked about is done", () => {
  const filled = files.filter(({ nodes }) =>
    nodes.some((node) => node.type === "JSXElement" && textsOf(node, "look").includes("danger")),
  );
  expect(filled.map(({ name }) => name)).toEqual(carriesOut);
});

it("asks in red about what is taken away", () => {
  const found = told(({ nodes }) => {
    // What is asked through these is red in any case.
    const sure = nodes
      .filter((node) => node.type === "CallExpression" && at(node, "callee", "name") === "useIrrevocable")
      .flatMap(allIn);
    return nodes
      .filter((node) => node.type === "ObjectExpression" && !sure.includes(node))
      .filter((node) => !["irrevocable", "takesAway"].some((key) => property(node, key)))
      .flatMap((node) => textsIn(property(node, "title")))
      .filter((words) => takesAway.test(words));
  });
  expect(found).toEqual([]);
});

it("puts what takes something away last, and the way out after the act", () => {
  const found = told(({ nodes }) =>
    nodes
      .filter(({ type }) => type === "JSXElement" || type === "JSXFragment")
      .map(rowOf)
      .filter((row) => {
        const isPlain = row.map((node) => !isRed(node) || textsOf(node, "look").includes("danger"));
        const cancels = row.findIndex(isWayOut);
        const isApart = !isPlain.includes(false) || isPlain.lastIndexOf(true) < isPlain.indexOf(false);
        return !isApart || (cancels !== -1 && cancels < row.length - 1);
      })
      .map((row) => row.map((node) => wordsOf(node)[0] ?? nameOf(node)).join(" | ")),
  );
  expect(found).toEqual([]);
});

/**
 * One line for each that is told of a file and is not harmless.
 *
 * @param {(file: { name: string, nodes: Node[] }) => string[]} tell
 */
function told(tell) {
  return files
    .flatMap((file) => tell(file).map((words) => `${file.name}: ${words}`))
    .filter((line) => !harmless.some((known) => line.endsWith(known)));
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/**
 * What stands in a node under these names, one in the other.
 *
 * @param {unknown} node
 * @param {string[]} path
 * @returns {unknown}
 */
const at = (node, ...path) =>
  path.reduce(
    (/** @type {unknown} */ inside, name) =>
      typeof inside === "object" && inside !== null ? Reflect.get(inside, name) : undefined,
    node,
  );

/**
 * The nodes that stand in a node under these names.
 *
 * @param {unknown} node
 * @param {string[]} path
 */
const nodesAt = (node, ...path) => [at(node, ...path)].flat().filter(isNode);

/**
 * A node and all that is in it.
 *
 * @param {Node} node
 * @returns {Node[]}
 */
function allIn(node) {
  const inside = /** @type {unknown[]} */ (Object.values(node)).flat();
  return [node, ...inside.filter(isNode).flatMap(allIn)];
}

/**
 * @param {unknown} node
 * @returns {string[]}
 */
const textsIn = (node) =>
  (isNode(node) ? allIn(node) : [])
    .map((one) =>
      one.type === "TemplateElement"
        ? at(one, "value", "cooked")
        : ["Literal", "JSXText"].includes(one.type)
          ? at(one, "value")
          : undefined,
    )
    .filter((text) => typeof text === "string")
    .map((text) => text.trim())
    .filter((text) => text !== "");

/** @param {Node} node */
const nameOf = (node) => String(at(node, "openingElement", "name", "name") ?? "");

/**
 * @param {Node} node
 * @param {string} name
 */
const attribute = (node, name) =>
  nodesAt(node, "openingElement", "attributes").find((one) => at(one, "name", "name") === name);

/**
 * @param {Node} node
 * @param {string} name
 */
const textsOf = (node, name) => textsIn(attribute(node, name));

/** @param {Node} node */
const isRed = (node) =>
  redParts.includes(nameOf(node)) ||
  attribute(node, "isDestructive") !== undefined ||
  textsOf(node, "look").some((look) => look === "destructive" || look === "danger");

/** @param {Node} node */
const wordsOf = (node) => [
  ...nodesAt(node, "children").flatMap(textsIn),
  ...["label", "aria-label"].flatMap((name) => textsOf(node, name)),
];

/** @param {Node} node */
const isWayOut = (node) =>
  wordsOf(node).includes("Cancelar") ||
  nodesAt(node, "children").some((child) => at(child, "expression", "property", "name") === "cancel");

/**
 * @param {Node} node an object
 * @param {string} key
 */
const property = (node, key) =>
  at(
    nodesAt(node, "properties").find((one) => at(one, "key", "name") === key),
    "value",
  );

/** Where in a node what is drawn in its place stands. */
const drawnBy = new Map([
  ["JSXFragment", ["children"]],
  ["JSXExpressionContainer", ["expression"]],
  ["ParenthesizedExpression", ["expression"]],
  ["ConditionalExpression", ["consequent", "alternate"]],
  ["LogicalExpression", ["right"]],
]);

/**
 * The buttons that stand beside each other in an element.
 *
 * @param {Node} node
 */
function rowOf(node) {
  /**
   * @param {Node} child
   * @returns {Node[]}
   */
  const own = (child) =>
    child.type === "JSXElement"
      ? [child]
      : (drawnBy.get(child.type) ?? []).flatMap((place) => nodesAt(child, place)).flatMap(own);
  return nodesAt(node, "children")
    .flatMap(own)
    .filter((child) => [...buttons, ...plainParts, ...redParts].includes(nameOf(child)));
}
