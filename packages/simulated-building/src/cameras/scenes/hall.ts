import { shade } from "../light.ts";
import { fade, glow, plant, repeat, type Scene } from "../scene.ts";

/** The hall of a tower with its two lifts. */
export const hall: Scene = {
  walk: { fromX: -130, toX: 1410, feetY: 668, height: 340 },
  brightness: { night: 0.88, day: 1 },
  draw(light) {
    const c = (night: string, day: string) => shade(night, day, light);
    return `<defs>
      ${fade("wall", c("#b9a98f", "#efe6d6"), c("#8f7f68", "#d8c9b1"))}
      ${fade("floor", c("#7d7061", "#cfc3b2"), c("#4f463d", "#9c8f7e"))}
      ${fade("steel", "#d7dbde", "#8f979d")}
      ${fade("sky", c("#0d1526", "#9fd0ee"), c("#25324a", "#e8f3f4"))}
      ${glow("spot", "#fff1cf", 0.75)}</defs>
    <rect width="1280" height="720" fill="url(#wall)"/>
    <path d="M0 0 H1280 V70 H0Z" fill="${c("#a3947c", "#f7f1e6")}"/><path d="M0 70 H1280 V78 H0Z" fill="#000" opacity=".14"/>
    ${repeat(5, (index) => `<ellipse cx="${150 + index * 245}" cy="46" rx="30" ry="9" fill="#fffbe9"/><ellipse cx="${150 + index * 245}" cy="210" rx="150" ry="210" fill="url(#spot)" opacity=".5"/>`)}
    <rect x="60" y="140" width="220" height="360" fill="${c("#4a3e30", "#7b664d")}"/>
    <rect x="72" y="152" width="196" height="336" fill="url(#sky)"/>
    <path d="M72 396 L120 340 L160 372 L206 318 L268 380 V488 H72Z" fill="${c("#18243a", "#6f9a78")}"/>
    ${repeat(6, (index) => `<rect x="${86 + index * 30}" y="${404 - ((index * 17) % 34)}" width="24" height="90" fill="${c("#1f2a3c", "#b9aa98")}"/>${repeat(4, (floor) => `<rect x="${91 + index * 30}" y="${414 - ((index * 17) % 34) + floor * 18}" width="5" height="8" fill="${c((index + floor) % 3 ? "#1f2a3c" : "#ffd98a", "#7f95a3")}"/>`)}`)}
    <path d="M170 152 V488 M72 300 H268" stroke="${c("#4a3e30", "#7b664d")}" stroke-width="8"/>
    ${[400, 640].map((x, index) => lift(x, index)).join("")}
    <rect x="588" y="330" width="26" height="52" rx="4" fill="#3b4045"/><circle cx="601" cy="346" r="7" fill="#ffd35c"/><circle cx="601" cy="368" r="7" fill="#8d949a"/>
    <g>
      <rect x="900" y="196" width="300" height="170" rx="4" fill="${c("#5d4b37", "#8d7455")}"/>
      ${repeat(12, (box) => `<rect x="${912 + (box % 4) * 71}" y="${206 + Math.floor(box / 4) * 52}" width="65" height="46" rx="3" fill="${c("#9d8262", "#c9ab84")}"/><rect x="${926 + (box % 4) * 71}" y="${216 + Math.floor(box / 4) * 52}" width="37" height="5" rx="2" fill="#3b2f22"/><circle cx="${944 + (box % 4) * 71}" cy="${238 + Math.floor(box / 4) * 52}" r="3.4" fill="#3b2f22"/>`)}
    </g>
    <rect y="512" width="1280" height="16" fill="${c("#6d5d48", "#a08a6c")}"/>
    <rect y="528" width="1280" height="192" fill="url(#floor)"/>
    ${repeat(15, (index) => `<path d="M${640 + (index - 7) * 100} 528 L${640 + (index - 7) * 220} 720" stroke="#fff" stroke-width="2" opacity=".2"/>`)}
    <path d="M0 562 H1280 M0 614 H1280 M0 690 H1280" stroke="#fff" stroke-width="2" opacity=".18"/>
    ${[400, 640].map((x) => `<path d="M${x} 530 h176 l14 130 h-204Z" fill="#e9eef1" opacity=".16"/>`).join("")}
    <g>
      <path d="M930 520 h240 v-14 q0 -14 -14 -14 h-212 q-14 0 -14 14Z" fill="${c("#39546b", "#527a99")}"/>
      <path d="M950 492 v-56 q0 -14 14 -14 h172 q14 0 14 14 v56Z" fill="${c("#2f4860", "#466c8a")}"/>
      <rect x="936" y="520" width="228" height="34" rx="6" fill="${c("#2f4860", "#466c8a")}"/>
      <path d="M950 554 v20 M1150 554 v20" stroke="#2b2119" stroke-width="8"/>
      <ellipse cx="1050" cy="578" rx="130" ry="9" fill="#000" opacity=".22"/>
    </g>
    ${plant(340, 560, 1.05, c("#47663b", "#569a48"), c("#324b2b", "#3d7a35"))}
    ${plant(1236, 600, 1.3, c("#47663b", "#569a48"), c("#324b2b", "#3d7a35"))}
    <ellipse cx="640" cy="620" rx="520" ry="90" fill="url(#spot)" opacity=".4"/>`;
  },
};

function lift(x: number, index: number): string {
  return `<rect x="${x - 12}" y="158" width="200" height="358" fill="#4a4138"/>
    <rect x="${x}" y="192" width="176" height="324" fill="url(#steel)"/>
    <rect x="${x + 86}" y="192" width="4" height="324" fill="#4e555a"/>
    <path d="M${x + 14} 192 L${x + 60} 192 L${x + 22} 516 H${x + 2}Z" fill="#fff" opacity=".28"/>
    <path d="M${x + 118} 192 L${x + 150} 192 L${x + 116} 516 H${x + 96}Z" fill="#fff" opacity=".2"/>
    <rect x="${x + 62}" y="164" width="52" height="22" rx="4" fill="#14181b"/>
    <path d="${index === 0 ? `M${x + 80} 180 l8 -11 l8 11Z` : `M${x + 80} 170 l8 11 l8 -11Z`}" fill="#ff9d3c"/>`;
}
