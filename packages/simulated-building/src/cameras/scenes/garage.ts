import { shade } from "../light.ts";
import { fade, glow, repeat, type Scene } from "../scene.ts";

/** The parking below the building, with the ramp to the street at its end. */
export const garage: Scene = {
  walk: { fromX: 1400, toX: -120, feetY: 640, height: 290 },
  brightness: { night: 0.7, day: 0.85 },
  draw(light) {
    const c = (night: string, day: string) => shade(night, day, light);
    const lamps = [180, 500, 820, 1140];
    return `<defs>
      ${fade("ceiling", "#4b4e50", "#6d7072")}
      ${fade("floor", c("#5b5d5d", "#727573"), c("#3c3e3f", "#4b4e4f"))}
      ${fade("outside", c("#141b2b", "#bfe0f5"), c("#26303d", "#e9efe6"))}
      ${glow("tube", "#eaf6ff", 0.55)}</defs>
    <rect width="1280" height="720" fill="${c("#55585a", "#7a7d7e")}"/>
    <path d="M0 0 H1280 L940 210 H340Z" fill="url(#ceiling)"/>
    ${repeat(5, (row) => {
      const y = 14 + row * row * 9 + row * 12;
      return `<path d="M0 ${y} H1280" stroke="#3a3c3e" stroke-width="${12 - row * 1.6}" opacity=".55"/>`;
    })}
    <path d="M0 0 L340 210 V470 L0 640Z" fill="${c("#45484a", "#62666a")}"/>
    <path d="M1280 0 L940 210 V470 L1280 640Z" fill="${c("#3f4244", "#5c6064")}"/>
    <path d="M0 420 L340 372 V392 L0 452Z" fill="#d3a52c" opacity=".85"/>
    <path d="M1280 420 L940 372 V392 L1280 452Z" fill="#d3a52c" opacity=".85"/>
    <rect x="340" y="210" width="600" height="260" fill="${c("#4d5052", "#6d7174")}"/>
    <g>
      <rect x="500" y="246" width="280" height="200" fill="#2b2d2f"/>
      <rect x="510" y="256" width="260" height="190" fill="url(#outside)"/>
      <path d="M510 340 L560 322 H720 L770 340 V446 H510Z" fill="${c("#3a4149", "#a7aba6")}"/>
      <path d="M640 330 L632 446 H648 Z" fill="#e7d9a0" opacity=".8"/>
      ${repeat(4, (slat) => `<rect x="510" y="${256 + slat * 13}" width="260" height="11" fill="${c("#5a5f63", "#8b9196")}"/>`)}
      <rect x="812" y="330" width="34" height="56" rx="4" fill="#2a2e31"/><circle cx="829" cy="346" r="6" fill="#4ac07a"/>
    </g>
    <path d="M340 470 H940 L1280 640 V720 H0 V640Z" fill="url(#floor)"/>
    <path d="M520 470 H760 L900 720 H380Z" fill="#000" opacity=".12"/>
    <path d="M634 486 h12 l4 46 h14 l-24 38 l-24 -38 h14Z" fill="#e8e2cf" opacity=".7" transform="translate(0 60)"/>
    ${[
      [470, 470, 210, 720],
      [400, 470, 20, 690],
      [810, 470, 1070, 720],
      [880, 470, 1260, 690],
    ]
      .map(
        ([x1, y1, x2, y2]) =>
          `<path d="M${x1} ${y1} L${x2} ${y2}" stroke="#e8e2cf" stroke-width="5" opacity=".6"/>`,
      )
      .join("")}
    ${car(60, 470, 1.15, "#7c2f2f", light)}
    ${car(930, 480, 1.2, "#2d4f78", light)}
    ${car(372, 430, 0.5, "#9aa2a6", light)}
    ${[270, 968].map((x) => pillar(x)).join("")}
    ${lamps.map((x, index) => `<rect x="${x - 70}" y="${34 + (index % 2) * 26}" width="140" height="9" rx="4" fill="#f6fbff"/><ellipse cx="${x}" cy="${44 + (index % 2) * 26}" rx="270" ry="170" fill="url(#tube)"/>`).join("")}
    <ellipse cx="640" cy="600" rx="560" ry="130" fill="url(#tube)" opacity=".35"/>
    <ellipse cx="640" cy="380" rx="260" ry="190" fill="url(#tube)" opacity="${(light * 0.5).toFixed(2)}"/>`;
  },
};

/** Seen from behind: body, window, lights. */
function car(x: number, y: number, size: number, paint: string, light: number): string {
  const dark = shade("#0e0f10", "#1c1f21", light);
  return `<g transform="translate(${x} ${y}) scale(${size})">
    <ellipse cx="130" cy="146" rx="150" ry="16" fill="#000" opacity=".4"/>
    <rect x="22" y="110" width="40" height="42" rx="8" fill="${dark}"/><rect x="198" y="110" width="40" height="42" rx="8" fill="${dark}"/>
    <path d="M54 52 L78 4 Q82 -4 92 -4 H168 Q178 -4 182 4 L206 52Z" fill="${paint}"/>
    <path d="M68 50 L88 10 H172 L192 50Z" fill="#1d2a33"/><path d="M74 46 L92 12 H120 L100 46Z" fill="#fff" opacity=".16"/>
    <rect x="14" y="48" width="232" height="84" rx="20" fill="${paint}"/>
    <rect x="14" y="48" width="232" height="30" rx="15" fill="#fff" opacity=".1"/>
    <rect x="22" y="66" width="44" height="20" rx="6" fill="#c43a33"/><rect x="194" y="66" width="44" height="20" rx="6" fill="#c43a33"/>
    <rect x="96" y="90" width="68" height="24" rx="3" fill="#e8c84a"/><path d="M104 102 h52" stroke="#222" stroke-width="7" stroke-dasharray="7 3"/>
    <rect x="22" y="118" width="216" height="14" rx="7" fill="${dark}"/></g>`;
}

function pillar(x: number): string {
  return `<rect x="${x}" y="150" width="46" height="440" fill="#8b8f91"/><rect x="${x}" y="150" width="14" height="440" fill="#a3a7a9"/>
    ${repeat(5, (stripe) => `<path d="M${x} ${452 + stripe * 28} l46 -18 v14 l-46 18Z" fill="${stripe % 2 ? "#24272a" : "#e0b02e"}"/>`)}
    <rect x="${x}" y="586" width="46" height="6" fill="#000" opacity=".4"/>`;
}
