import { SaxesParser } from "saxes";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { BadSheet, type SheetBuilder } from "./sheet.ts";

/** Files in the archive at most: a workbook with many sheets and pictures has some hundred. */
const ENTRIES = 2000;
/** What all that is read may grow to when it is unpacked, whatever the archive says of itself. */
const UNPACKED_BYTES = 64 * 1024 * 1024;
/** Elements within elements: a worksheet has about six. */
const DEPTH = 64;
/** Texts that cells share: more than the cells that are read would be of no use. */
const SHARED_TEXTS = 500_000;

const DAMAGED = "El archivo está dañado o no es una hoja de cálculo de Excel (.xlsx).";
const TOO_LARGE = "El archivo es demasiado grande por dentro. Divídelo en varios.";

/**
 * Reads the first sheet of an XLSX file. Formulas are never carried out: a cell is the text that it showed last.
 * @throws {BadSheet}
 */
export async function readXlsx(bytes: Buffer, builder: SheetBuilder): Promise<void> {
  try {
    const archive = await Archive.open(bytes);
    const shared = await sharedTexts(archive);
    await cellsOf(archive, await firstSheetOf(archive), (row, column, type, text) => {
      const shown = shownText(type, text, shared);
      if (shown !== "") {
        builder.put(row, column, shown);
      }
    });
  } catch (error) {
    // What the libraries say of a damaged archive or of XML that is none.
    throw error instanceof BadSheet ? error : new BadSheet(DAMAGED, { cause: error });
  }
}

interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The files of an archive in memory, each read as XML while it is unpacked. */
class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpackedBytes = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(bytes: Buffer): Promise<Archive> {
    const zip = await fromBufferPromise(bytes);
    if (zip.entryCount > ENTRIES) {
      throw new BadSheet(TOO_LARGE);
    }
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
    }
    return new Archive(zip, entries);
  }

  /** @returns whether there is a file of this name */
  async read(name: string, reader: XmlReader): Promise<boolean> {
    const entry = this.#entries.get(name);
    if (entry === undefined) {
      return false;
    }
    const parser = parserFor(reader);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      this.#unpackedBytes += chunk.length;
      if (this.#unpackedBytes > UNPACKED_BYTES) {
        throw new BadSheet(TOO_LARGE);
      }
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.write(decoder.decode()).close();
    return true;
  }
}

/** Prefixes are cut off by hand: programs differ in which they write. */
interface PlainXml {
  position: false;
  xmlns: false;
}

/** A parser that knows no entities but XML's own, and no document type that could bring others. */
function parserFor({ open, close, text }: XmlReader): SaxesParser<PlainXml> {
  const parser = new SaxesParser<PlainXml>({ position: false, xmlns: false });
  let depth = 0;
  parser.on("doctype", () => {
    throw new BadSheet(DAMAGED);
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > DEPTH) {
      throw new BadSheet(DAMAGED);
    }
    open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  return parser;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

async function firstSheetOf(archive: Archive): Promise<string> {
  let id: string | undefined;
  let target = "worksheets/sheet1.xml";
  await archive.read("xl/workbook.xml", {
    open: (name, attributes) => {
      if (name === "sheet") {
        id ??= Object.entries(attributes).find(([key]) => localName(key) === "id")?.[1];
      }
    },
  });
  await archive.read("xl/_rels/workbook.xml.rels", {
    open: (name, { Id, Target }) => {
      if (name === "Relationship" && Id === id && Target !== undefined) {
        target = Target;
      }
    },
  });
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  const pieces = new TextPieces();
  await archive.read("xl/sharedStrings.xml", {
    open: (name) => pieces.open(name),
    text: (text) => pieces.add(text),
    close: (name) => {
      pieces.close(name);
      if (name === "si") {
        texts.push(pieces.take());
        if (texts.length > SHARED_TEXTS) {
          throw new BadSheet(TOO_LARGE);
        }
      }
    },
  });
  return texts;
}

/** What stands in the `t` of a text, in one piece or many; what is read aloud beside it (`rPh`) is not part of it. */
class TextPieces {
  #text = "";
  #isIn = false;
  #isBeside = false;

  open(name: string): void {
    this.#isIn = (name === "t" || name === "v") && !this.#isBeside;
    this.#isBeside ||= name === "rPh";
  }

  add(text: string): void {
    if (this.#isIn) {
      this.#text += text;
    }
  }

  close(name: string): void {
    this.#isIn = false;
    if (name === "rPh") {
      this.#isBeside = false;
    }
  }

  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}

/** Each cell in its place; a row or cell that does not say where it is comes after the one before. */
async function cellsOf(
  archive: Archive,
  name: string,
  onCell: (row: number, column: number, type: string | undefined, text: string) => void,
): Promise<void> {
  let [row, column] = [-1, -1];
  let type: string | undefined;
  const pieces = new TextPieces();
  const isThere = await archive.read(name, {
    open: (element, attributes) => {
      if (element === "row") {
        const said = Number(attributes["r"]);
        row = said > 0 ? said - 1 : row + 1;
        column = -1;
      } else if (element === "c") {
        const letters = /^[A-Z]{1,3}/.exec(attributes["r"] ?? "")?.[0];
        column = letters === undefined ? column + 1 : columnOf(letters);
        type = attributes["t"];
        pieces.take();
      }
      pieces.open(element);
    },
    text: (text) => pieces.add(text),
    close: (element) => {
      pieces.close(element);
      if (element === "c") {
        onCell(Math.max(0, row), column, type, pieces.take());
      }
    },
  });
  if (!isThere) {
    throw new BadSheet(DAMAGED);
  }
}

function shownText(type: string | undefined, text: string, shared: readonly string[]): string {
  if (type === "s") {
    return shared[Number(text)] ?? "";
  }
  // Long numbers, as documents are, may be written as 1.000000001E9.
  return (type === undefined || type === "n") && /e/i.test(text) ? String(Number(text)) : text;
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
