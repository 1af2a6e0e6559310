import { shade } from "../light.ts";
import { fade, glow, repeat, type Scene } from "../scene.ts";

/** The street in front of the building, with the hills behind the city. */
export const street: Scene = {
  walk: { fromX: 1380, toX: -100, feetY: 566, height: 190 },
  brightness: { night: 0.5, day: 1 },
  draw(light) {
    const c = (night: string, day: string) => shade(night, day, light);
    const lamp = 1 - light;
    return `<defs>
      ${fade("sky", c("#0b1226", "#7fbbe6"), c("#2a3550", "#e6f1f3"))}
      ${fade("hill", c("#141f26", "#4f7f5b"), c("#1b2930", "#83a988"))}
      ${fade("road", c("#232529", "#63666a"), c("#17181b", "#4a4d50"))}
      ${fade("walk", c("#3c3d40", "#c2bdb3"), c("#2e2f32", "#a8a298"))}
      ${glow("lamp", "#ffd591", 0.85)}${glow("sun", "#fff4d0", 0.9)}</defs>
    <rect width="1280" height="430" fill="url(#sky)"/>
    ${repeat(26, (star) => `<circle cx="${(star * 197) % 1280}" cy="${(star * 83) % 230}" r="${1 + (star % 3) * 0.5}" fill="#fff" opacity="${(lamp * (0.4 + (star % 4) * 0.15)).toFixed(2)}"/>`)}
    <circle cx="1010" cy="96" r="150" fill="url(#sun)" opacity="${(light * 0.9).toFixed(2)}"/>
    <g fill="#fff" opacity="${(0.08 + light * 0.75).toFixed(2)}"><path d="M150 118 q10 -34 46 -28 q20 -34 58 -14 q44 -8 46 42Z"/><path d="M700 74 q8 -26 36 -22 q16 -26 46 -10 q34 -6 36 32Z" opacity=".8"/></g>
    <path d="M0 330 C120 250 190 200 300 236 C380 262 440 180 560 172 C690 166 740 262 860 258 C980 254 1050 190 1160 220 L1280 262 V430 H0Z" fill="url(#hill)"/>
    <path d="M572 172 v-14 h10 v-12 h6 v12 h10 v16Z" fill="${c("#2b3440", "#f4f1ea")}"/>
    ${house({ x: -20, y: 150, width: 210, floors: 5, paint: c("#3d3030", "#b9735a"), light, seed: 1 })}
    ${house({ x: 196, y: 232, width: 170, floors: 3, paint: c("#33363d", "#d9d2c3"), light, seed: 4 })}
    ${house({ x: 372, y: 120, width: 230, floors: 6, paint: c("#332b27", "#a8694a"), light, seed: 2 })}
    ${house({ x: 610, y: 250, width: 150, floors: 3, paint: c("#2d3438", "#8fa6ad"), light, seed: 7 })}
    ${house({ x: 768, y: 178, width: 240, floors: 5, paint: c("#38322a", "#cdb98f"), light, seed: 3 })}
    ${house({ x: 1016, y: 96, width: 280, floors: 6, paint: c("#352a2c", "#b0614f"), light, seed: 5 })}
    ${[
      [120, 476, 0.9],
      [560, 470, 0.75],
      [900, 474, 0.95],
      [1200, 478, 0.8],
    ]
      .map(([x = 0, y = 0, size = 1]) => tree(x, y, size, light))
      .join("")}
    <path d="M0 470 H1280 V584 H0Z" fill="url(#walk)"/>
    ${repeat(17, (index) => `<path d="M${index * 84 - 30} 584 L${index * 84 + 20} 470" stroke="#000" stroke-width="2" opacity=".13"/>`)}
    <path d="M0 520 H1280" stroke="#000" stroke-width="2" opacity=".12"/>
    <path d="M0 584 H1280 V600 H0Z" fill="${c("#515257", "#d7d2c8")}"/>
    <path d="M0 600 H1280 V720 H0Z" fill="url(#road)"/>
    ${repeat(8, (index) => `<path d="M${index * 176 - 20} 668 h96 l-8 9 h-96Z" fill="${c("#a89a62", "#ecd67a")}"/>`)}
    ${repeat(7, (index) => `<path d="M${520 + index * 34} 604 h18 l-8 112 h-24Z" fill="${c("#75777b", "#e6e3dc")}" opacity=".75"/>`)}
    ${[330, 1060].map((x) => `<path d="M${x} 584 V232 q0 -22 24 -22 h50" fill="none" stroke="${c("#1d2024", "#4b5157")}" stroke-width="9"/><path d="M${x + 60} 202 h56 l-10 16 h-36Z" fill="${c("#fff3cf", "#6a7076")}"/><circle cx="${x + 88}" cy="216" r="60" fill="url(#lamp)" opacity="${lamp}"/><ellipse cx="${x + 88}" cy="410" rx="190" ry="210" fill="url(#lamp)" opacity="${(lamp * 0.5).toFixed(2)}"/>`).join("")}`;
  },
};

interface House {
  x: number;
  y: number;
  width: number;
  floors: number;
  paint: string;
  light: number;
  seed: number;
}

function house({ x, y, width, floors, paint, light, seed }: House): string {
  const bottom = 478;
  const height = bottom - y;
  const columns = Math.floor((width - 20) / 44);
  const gap = (width - columns * 28) / (columns + 1);
  const rows = height / (floors + 0.4);
  const windows = repeat(floors * columns, (index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const isLit = (index * 7 + seed * 13) % 5 < 2;
    const pane = shade(isLit ? "#ffcf7a" : "#151b26", "#5f7f92", light);
    const left = x + gap + column * (28 + gap);
    const top = y + 16 + row * rows;
    return row === floors - 1
      ? ""
      : `<rect x="${left}" y="${top}" width="28" height="${rows * 0.56}" fill="${pane}"/><path d="M${left - 4} ${top + rows * 0.6} h36" stroke="#000" stroke-width="4" opacity=".25"/><path d="M${left} ${top} h10 l-10 ${rows * 0.4}Z" fill="#fff" opacity="${(light * 0.25).toFixed(2)}"/>`;
  });
  const shop = shade(seed % 2 === 0 ? "#e0b56a" : "#3a4048", "#54707c", light);
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paint}"/>
    <rect x="${x}" y="${y}" width="${width}" height="9" fill="#000" opacity=".3"/>${windows}
    <rect x="${x + 12}" y="${bottom - rows * 0.8}" width="${width - 24}" height="${rows * 0.8}" fill="${shop}"/>
    <path d="M${x + 8} ${bottom - rows * 0.8} h${width - 16} l8 16 h${-width}Z" fill="${["#8f3d3d", "#2f6b58", "#31527c", "#a3742c"][seed % 4]}"/>
    <rect x="${x + width}" y="${y}" width="6" height="${height}" fill="#000" opacity=".25"/>`;
}

function tree(x: number, y: number, size: number, light: number): string {
  const leaf = shade("#16261c", "#4c8a47", light);
  const bright = shade("#1d3324", "#69a85a", light);
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="6" rx="60" ry="9" fill="#000" opacity=".25"/>
    <path d="M-7 0 L-5 -120 H5 L8 0Z" fill="${shade("#1c1714", "#6b4e38", light)}"/>
    <circle cy="-150" r="56" fill="${leaf}"/><circle cx="-38" cy="-120" r="38" fill="${leaf}"/><circle cx="40" cy="-122" r="40" fill="${leaf}"/>
    <circle cx="-14" cy="-166" r="30" fill="${bright}"/><circle cx="26" cy="-140" r="22" fill="${bright}"/></g>`;
}
