// @ts-check
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./run.mjs";

/**
 * Words that people are not to read, because another one names the same (docs/words.md, 'What people read').
 *
 * @type {{ not: RegExp, but: string }[]}
 */
const words = [
  { not: /(?<!\p{L})añad/iu, but: "agregar" },
  { not: /(?<!\p{L})anotar? (?:a )?(?:la |una )?persona|(?<!\p{L})Anota a quien/iu, but: "agregar" },
  {
    not: /borr(?:ar|ó|as?) (?:el|la|un|una) (?:apartamento|cámara|edificio|piso|puerta|tarjeta|torre)/iu,
    but: "eliminar",
  },
  { not: /Quitar a \$/u, but: "retirar" },
  { not: /(?<!\p{L})suspend(?:er|id[oa]s?|ió|e tu|e su)(?!\p{L})/iu, but: "desactivar" },
  { not: /(?<!\p{L})(?:Editar |Modificar|Actualizar (?:el|la|los|las) )/u, but: "cambiar" },
  {
    not: /[Aa]l entrar(?:,| usas| solo| por primera)|(?:podrán?|y) entrar(?:\.|"| ni| hasta| de nuevo)|que entres? activar/u,
    but: "iniciar sesión",
  },
  { not: /"Ingresar"|(?<!\p{L})Ingresa con|Entrar a Umbral/u, but: "iniciar sesión" },
  { not: /(?<!\p{L})reintenta|(?<!\p{L})inténtalo/iu, but: "intentar de nuevo" },
  { not: /(?<!\p{L})aplicación(?!\p{L})/iu, but: "app" },
  { not: /(?<!\p{L})aparatos?(?!\p{L})/iu, but: "equipo" },
  { not: /[Uu]suario y clave|usuario:clave@\d/u, but: "contraseña" },
  { not: /(?<!\p{L})(?:número de )?móvil(?!\p{L})/iu, but: "celular" },
  { not: /Agregar tarjeta/u, but: "Registrar tarjeta" },
  { not: /Finalizar (?:la )?llamada|"Colgar/u, but: "Terminar llamada" },
  { not: /(?:Sin validar|Validad[oa])(?:"| el)/u, but: "verificado" },
  { not: /header: "Cédula"/u, but: "Documento" },
  { not: /"Invitado" :|: "Invitado"/u, but: "Sin contraseña" },
  { not: /(?:label|name|header)[:=] ?"Correo electrónico"/u, but: "Correo" },
  { not: /otro teléfono"/iu, but: "celular" },
  { not: /(?<!\p{L})Pulsador(?!\p{L})/iu, but: "botón de salida" },
  { not: /Descargar usuarios|"Excel|>Excel/u, but: "Descargar CSV, Descargar en Excel" },
  { not: /(?<!\p{L})Inactiv[oa]s?"/u, but: "Desactivado; of an apartment: Sin activar" },
  { not: /"Actualiza"/u, but: "cambia" },
  { not: /Dispositivo del lector/u, but: "equipo" },
  { not: /(?:Elige el|ningún) hogar|personas, hogares/u, but: "apartamento" },
  {
    not: /toLocale(?:Date|Time)?String\(|DateTimeFormat\("es-|HH:mm/u,
    but: "lib/dates.ts, lib/calendar-words.ts or lib/date-words.ts",
  },
];

const sources = [
  "apps/web/src",
  "apps/server/src",
  "apps/controller/src",
  "apps/mqtt-bridge/src",
  "packages/contract/src",
];

/** What is read by others than people of a building: the terms are a contract, and passwords are no words. */
const apart = /\.test\.|\/terms|common-passwords|\/demo\/|lib\/dates\.ts$/;

it("says one word for one act and thing", async () => {
  const listed = await Promise.all(
    sources.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  );
  const files = listed.flat().filter((file) => /\.tsx?$/.test(file) && !apart.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = await Promise.all(
    files.map(async (file) => {
      const text = withoutComments(await readFile(join(root, file), "utf8"));
      return words
        .filter(({ not }) => not.test(text))
        .map(({ not, but }) => `${file}: '${not.exec(text)?.[0]}' is said '${but}'`);
    }),
  );
  expect(found.flat()).toEqual([]);
});

/** @param {string} source */
const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
