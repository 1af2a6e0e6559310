import sharp from "sharp";

const PLAN_WIDTH = 1200;
const PLAN_HEIGHT = 800;

/** The plan of a floor, as an architect would sketch it: two homes, a hall, stairs and a lift. */
export function drawPlan(title: string, apartments: readonly string[], hasGarage: boolean): Promise<Buffer> {
  const [left = "", right = ""] = apartments;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${PLAN_WIDTH}" height="${PLAN_HEIGHT}">
  <rect width="100%" height="100%" fill="#f6f2ea"/>
  <g fill="#fffdf8" stroke="#3d4a47" stroke-width="8">
    <rect x="${hasGarage ? 230 : 90}" y="90" width="${hasGarage ? 350 : 420}" height="400"/>
    <rect x="690" y="90" width="420" height="400"/>
    <rect x="${hasGarage ? 580 : 510}" y="90" width="${hasGarage ? 110 : 180}" height="400" fill="#ece6d8"/>
    <rect x="${hasGarage ? 230 : 90}" y="490" width="${hasGarage ? 880 : 1020}" height="200" fill="#e5efe9"/>
    ${hasGarage ? '<rect x="60" y="300" width="170" height="390" fill="#dfe3e4"/>' : ""}
  </g>
  <g stroke="#3d4a47" stroke-width="4" fill="none">
    <path d="M${hasGarage ? 400 : 300} 90v180M${hasGarage ? 230 : 90} 270h${hasGarage ? 350 : 420}"/>
    <path d="M900 90v180M690 270h420"/>
    ${[0, 1, 2, 3, 4, 5].map((step) => `<path d="M${600 - (hasGarage ? 0 : 40)} ${130 + step * 22}h80"/>`).join("")}
    <rect x="${hasGarage ? 600 : 560}" y="300" width="80" height="80"/>
    <path d="M${hasGarage ? 600 : 560} 300l80 80m0-80l-80 80"/>
    ${hasGarage ? '<path d="M80 420h130M80 540h130" stroke-dasharray="14 10"/>' : ""}
  </g>
  <g fill="#e9b44c" opacity=".85"><rect x="520" y="684" width="160" height="14"/></g>
  <g font-family="sans-serif" fill="#3d4a47" text-anchor="middle">
    <text x="${hasGarage ? 405 : 300}" y="400" font-size="44" font-weight="600">${escaped(left)}</text>
    <text x="900" y="400" font-size="44" font-weight="600">${escaped(right)}</text>
    <text x="600" y="600" font-size="34">Hall</text>
    ${hasGarage ? '<text x="145" y="650" font-size="28">Garaje</text>' : ""}
    <text x="600" y="62" font-size="28" fill="#6b7a76">${escaped(title)}</text>
  </g>
</svg>`),
  )
    .webp({ quality: 82 })
    .toBuffer();
}

const skins = ["#f1c9a5", "#d9a47a", "#a8714a", "#8a5a3a"];
const hairs = ["#1f1a18", "#4a2f1b", "#c08a45", "#3c3c44"];
const clothes = ["#17635a", "#b3572f", "#3f5c86", "#7a4b7d", "#6d7a2f"];

/** A friendly drawn face. The same person always gets the same one. */
export function drawPortrait(seed: number): Promise<Buffer> {
  const pick = (list: readonly string[], step: number) => list[Math.floor(seed / step) % list.length] ?? "";
  const hasLongHair = seed % 2 === 1;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
  <rect width="480" height="480" fill="#e5efe9"/>
  ${hasLongHair ? `<path d="M120 200a120 130 0 0 1 240 0v190h-240z" fill="${pick(hairs, 1)}"/>` : ""}
  <path d="M60 480c0-110 80-160 180-160s180 50 180 160z" fill="${pick(clothes, 3)}"/>
  <rect x="205" y="280" width="70" height="80" rx="34" fill="${pick(skins, 2)}"/>
  <ellipse cx="240" cy="205" rx="92" ry="112" fill="${pick(skins, 2)}"/>
  <path d="M146 190c0-80 44-118 94-118s94 38 94 118c-30-12-40-50-52-64-34 30-90 30-136 64z" fill="${pick(hairs, 1)}"/>
  <g fill="#2b2320"><circle cx="206" cy="212" r="9"/><circle cx="274" cy="212" r="9"/></g>
  <path d="M206 256c18 22 50 22 68 0" fill="none" stroke="#7a3b2e" stroke-width="8" stroke-linecap="round"/>
</svg>`),
  )
    .jpeg({ quality: 85 })
    .toBuffer();
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
