import { shade } from "../light.ts";
import { fade, glow, plant, repeat, type Scene } from "../scene.ts";

/** The street door of the building, seen from under its canopy. */
export const entrance: Scene = {
  walk: { fromX: -140, toX: 1420, feetY: 655, height: 330 },
  brightness: { night: 0.62, day: 1 },
  draw(light) {
    const c = (night: string, day: string) => shade(night, day, light);
    const lamp = 1 - light;
    return `<defs>
      ${fade("wall", c("#3a342f", "#d9c7ad"), c("#2a2623", "#bfa98a"))}
      ${fade("floor", c("#2b2b2f", "#a9a49c"), c("#1d1d21", "#8c877f"))}
      ${fade("inside", c("#d9b26a", "#f3e3c3"), c("#8f6a35", "#c9b18a"))}
      ${fade("glass", c("#ffe3a6", "#dff0f5"), c("#c79a4e", "#9fbcc4"))}
      ${glow("lamp", "#ffd27a", 0.9)}</defs>
    <rect width="1280" height="720" fill="url(#wall)"/>
    ${repeat(9, (row) =>
      repeat(10, (column) => {
        const x = column * 142 - (row % 2) * 71;
        return `<rect x="${x}" y="${row * 64 + 6}" width="138" height="60" rx="2" fill="#fff" opacity="${
          0.03 + ((row * 7 + column * 5) % 5) * 0.012
        }"/>`;
      }),
    )}
    <rect y="0" width="1280" height="74" fill="${c("#1b1a1a", "#5a4a3c")}"/>
    <rect y="74" width="1280" height="10" fill="#000" opacity=".35"/>
    ${repeat(8, (index) => `<circle cx="${110 + index * 152}" cy="52" r="9" fill="${c("#fff0c4", "#cfc4b4")}"/>`)}
    <g>
      <rect x="396" y="128" width="488" height="452" fill="${c("#15130f", "#3c3026")}"/>
      <rect x="410" y="142" width="460" height="438" fill="url(#inside)"/>
      <rect x="410" y="430" width="460" height="150" fill="${c("#7a5a2e", "#b99c72")}"/>
      <rect x="470" y="250" width="120" height="180" fill="${c("#5c4426", "#8a6e4c")}"/>
      <rect x="478" y="258" width="50" height="172" fill="${c("#96753f", "#b8bcc0")}"/>
      <rect x="532" y="258" width="50" height="172" fill="${c("#96753f", "#aeb3b8")}"/>
      <rect x="690" y="362" width="140" height="82" rx="4" fill="${c("#4a351c", "#7c5b3a")}"/>
      <rect x="684" y="354" width="152" height="12" fill="${c("#6d5230", "#a37d54")}"/>
      <rect x="724" y="318" width="52" height="36" rx="3" fill="${c("#20303a", "#2f4450")}"/>
      ${plant(640, 452, 0.62, c("#4d6b32", "#4f8a3d"), c("#38512a", "#3a6b31"))}
      <path d="M410 142 H870 V580 H410Z" fill="url(#glass)" opacity=".28"/>
      <path d="M440 142 L560 142 L450 580 L410 580 V300Z" fill="#fff" opacity="${0.06 + light * 0.12}"/>
      <path d="M700 142 L760 142 L650 580 L590 580Z" fill="#fff" opacity="${0.04 + light * 0.09}"/>
      <rect x="634" y="142" width="12" height="438" fill="${c("#15130f", "#2f261e")}"/>
      <rect x="410" y="142" width="460" height="10" fill="${c("#15130f", "#2f261e")}"/>
      <rect x="612" y="330" width="8" height="110" rx="4" fill="${c("#b9954f", "#d8dadc")}"/>
      <rect x="660" y="330" width="8" height="110" rx="4" fill="${c("#b9954f", "#d8dadc")}"/>
      <rect x="410" y="560" width="460" height="20" fill="${c("#15130f", "#4a3b2f")}"/>
    </g>
    <g>
      <rect x="938" y="300" width="74" height="150" rx="8" fill="${c("#2a2d30", "#4c5258")}"/>
      <rect x="948" y="312" width="54" height="40" rx="3" fill="${c("#5fb5d8", "#20303a")}"/>
      ${repeat(9, (key) => `<rect x="${949 + (key % 3) * 19}" y="${362 + Math.floor(key / 3) * 18}" width="15" height="13" rx="2" fill="${c("#7d8388", "#c9ced2")}"/>`)}
      <circle cx="975" cy="436" r="8" fill="#4ac07a"/>
      <rect x="1048" y="330" width="40" height="62" rx="6" fill="${c("#1d1f22", "#33383c")}"/>
      <circle cx="1068" cy="348" r="5" fill="#e05252"/>
    </g>
    ${[300, 1150].map((x) => `<rect x="${x - 12}" y="206" width="24" height="74" rx="6" fill="${c("#fff2cf", "#8c8478")}"/>`).join("")}
    <rect y="580" width="1280" height="140" fill="url(#floor)"/>
    ${repeat(17, (index) => `<path d="M${640 + (index - 8) * 92} 580 L${640 + (index - 8) * 200} 720" stroke="#000" stroke-width="2" opacity=".16"/>`)}
    <path d="M0 606 H1280 M0 648 H1280" stroke="#000" stroke-width="2" opacity=".16"/>
    <path d="M396 580 H884 L980 640 H300Z" fill="${c("#4a3d2a", "#75695b")}"/>
    <path d="M420 584 H860 L936 632 H344Z" fill="${c("#3a2f20", "#5d5348")}"/>
    <path d="M410 580 H870 L1010 720 H270Z" fill="#ffcf7d" opacity="${(lamp * 0.2).toFixed(2)}"/>
    ${plant(214, 640, 1.25, c("#35502f", "#4f9144"), c("#263c24", "#38722f"))}
    ${plant(1206, 646, 1.15, c("#35502f", "#4f9144"), c("#263c24", "#38722f"))}
    ${[300, 1150].map((x) => `<circle cx="${x}" cy="250" r="230" fill="url(#lamp)" opacity="${(lamp * 0.75).toFixed(2)}"/>`).join("")}
    <ellipse cx="640" cy="380" rx="420" ry="330" fill="url(#lamp)" opacity="${(lamp * 0.3).toFixed(2)}"/>`;
  },
};
