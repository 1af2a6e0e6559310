/** Positions of a stride that are drawn. */
export const STRIDE_PHASES = 8;
/** The box a figure is drawn in; its feet stand on the bottom edge, minus the shadow. */
export const FIGURE = { width: 120, height: 240, feet: 228 } as const;

interface Look {
  skin: string;
  hair: string;
  coat: string;
  trousers: string;
  bag: string | undefined;
}

const looks: readonly Look[] = [
  { skin: "#c68a5e", hair: "#2a1c14", coat: "#c2503f", trousers: "#2f3b52", bag: "#5b4230" },
  { skin: "#8d5a3a", hair: "#15100d", coat: "#3f7f8c", trousers: "#3b3532", bag: undefined },
  { skin: "#e0b08a", hair: "#6b4423", coat: "#d9a441", trousers: "#41506b", bag: "#2c2c30" },
  { skin: "#a9714a", hair: "#8d8d8d", coat: "#5b6e4a", trousers: "#27303a", bag: undefined },
];
export const LOOKS = looks.length;

/** Somebody who walks to the right, seen from the side, at one position of the stride. */
export function drawFigure(lookNumber: number, phase: number): string {
  const look = looks[lookNumber % LOOKS] ?? looks[0];
  if (!look) {
    return "";
  }
  const swing = Math.sin((phase / STRIDE_PHASES) * 2 * Math.PI);
  const rise = Math.abs(Math.cos((phase / STRIDE_PHASES) * 2 * Math.PI)) * 4;
  const far = (colour: string) => `<g opacity=".82">${colour}</g>`;
  const body = `<g transform="translate(60 ${-rise})">
    ${far(arm(look, -swing))}${far(leg(look.trousers, -swing))}${leg(look.trousers, swing)}
    <path d="M-20 132 Q-25 84 -17 62 Q-4 52 12 60 Q23 78 20 134 Q0 142 -20 132Z" fill="${look.coat}"/>
    <path d="M-20 132 Q-25 84 -17 62 Q-10 58 -6 58 Q-14 92 -10 136Z" fill="#000" opacity=".16"/>
    ${look.bag ? `<path d="M-14 66 Q8 90 16 116" stroke="${look.bag}" stroke-width="4" fill="none"/><rect x="2" y="110" width="28" height="26" rx="5" fill="${look.bag}"/>` : ""}
    <path d="M-6 50 h12 v14 h-12Z" fill="${look.skin}"/>
    <path d="M-16 30 a18 20 0 0 1 36 0 q3 4 0 8 q-2 16 -16 16 q-18 0 -20 -24Z" fill="${look.skin}"/>
    <path d="M-18 36 q-6 -30 18 -34 q24 -2 20 22 q-10 -8 -22 -6 q2 12 -8 14 q-2 8 -8 4Z" fill="${look.hair}"/>
    ${arm(look, swing)}</g>`;
  return `<ellipse cx="60" cy="228" rx="44" ry="9" fill="#000" opacity=".33"/>${body}`;
}

function leg(colour: string, swing: number): string {
  const knee = { x: swing * 20 + 4, y: 176 };
  const foot = { x: swing * 38 - (swing < 0 ? 8 : 0), y: 222 - Math.max(0, -swing) * 10 };
  return `<path d="M0 128 L${knee.x} ${knee.y} L${foot.x} ${foot.y}" stroke="${colour}" stroke-width="20" fill="none" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M${foot.x - 8} ${foot.y + 8} h22 q8 0 8 -8 q-10 -6 -18 -6 h-12Z" fill="#1d1b1a"/>`;
}

function arm({ coat, skin }: Look, swing: number): string {
  const elbow = { x: -swing * 20 - 2, y: 100 };
  const hand = { x: -swing * 34 + 8, y: 130 };
  return `<path d="M-2 70 L${elbow.x} ${elbow.y} L${hand.x} ${hand.y}" stroke="${coat}" stroke-width="13" fill="none" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M-2 70 L${elbow.x} ${elbow.y} L${hand.x} ${hand.y}" stroke="#000" stroke-opacity=".14" stroke-width="13" fill="none" stroke-linecap="round" stroke-linejoin="round"/>
    <circle cx="${hand.x}" cy="${hand.y}" r="7.5" fill="${skin}"/>`;
}
