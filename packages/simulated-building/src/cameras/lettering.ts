/**
 * A stroke lettering of our own, so that pictures read the same on a machine without any font. Each letter
 * is drawn on a grid 4 wide and 6 high: strokes apart by spaces, points as x and y digits.
 */
const strokes: Readonly<Record<string, string>> = {
  "0": "1030414536160501 0110",
  "1": "112026 0646",
  "2": "01103041420646",
  "3": "01103041423313 3344453616 1605",
  "4": "36300444",
  "5": "400003334445361605",
  "6": "41301001051636454433 3304",
  "7": "00402216",
  "8": "103041423313020110 1304051636454433",
  "9": "0516364541301001 01021333 3342",
  A: "0602204246 0444",
  B: "00063645443303 3342413000",
  C: "4130100105163645",
  D: "00062645412000",
  E: "40000646 0333",
  F: "400006 0333",
  G: "41301001051636454424",
  H: "0006 4046 0343",
  I: "1030 2026 1636",
  J: "404536160504",
  K: "0006 400346 03",
  L: "000646",
  M: "0600234046",
  N: "06004640",
  O: "1030414536160501 0110",
  P: "060030414233 3303",
  Q: "103041453616050110 2446",
  R: "060030414233032346",
  S: "413010010213334445361605",
  T: "0040 2026",
  U: "000516364540",
  V: "002640",
  W: "0016233640",
  X: "0046 4006",
  Y: "002340 2326",
  Z: "00400646",
  ":": "2222 2525",
  "/": "4006",
  "-": "1333",
  ".": "2626",
  ",": "2617",
  "(": "30122436",
  ")": "10322416",
  "#": "1116 3136 0242 0545",
};
const marks: Readonly<Record<string, string>> = {
  "\u0301": "M1.6 -0.7 L2.6 -1.6",
  "\u0303": "M1 -0.9 L1.6 -1.4 L2.4 -0.9 L3 -1.4",
  "\u0308": "M1.2 -1.2 L1.2 -1.2 M2.8 -1.2 L2.8 -1.2",
};

/** Width of one letter with its gap, in grid units of which a letter is 6 high. */
export const LETTER_ADVANCE = 5.6;
export const LETTER_HEIGHT = 6;

/** The strokes of a text in grid units, as an SVG path. Letters it does not know are left blank. */
export function letteringPath(text: string): string {
  const path: string[] = [];
  let index = -1;
  for (const letter of text.toUpperCase().normalize("NFD")) {
    const mark = marks[letter];
    if (mark === undefined) {
      index += 1;
    }
    const x = Math.max(0, index) * LETTER_ADVANCE;
    path.push(mark === undefined ? letterPath(strokes[letter] ?? "", x) : moved(mark, x));
  }
  return path.join(" ");
}

function letterPath(drawing: string, x: number): string {
  return drawing
    .split(" ")
    .flatMap((stroke) => {
      const points = stroke.match(/\d\d/g) ?? [];
      return points.map((point, at) => {
        const [px, py] = point;
        return `${at === 0 ? "M" : "L"}${x + Number(px)} ${py}`;
      });
    })
    .join(" ");
}

const moved = (path: string, x: number): string =>
  path.replace(/([ML])(-?[\d.]+)/g, (_whole, command: string, px: string) => `${command}${x + Number(px)}`);
