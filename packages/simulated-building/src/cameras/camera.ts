import type Sharp from "sharp";
import { LETTER_ADVANCE, LETTER_HEIGHT, letteringPath } from "./lettering.ts";
import { lightAt } from "./light.ts";
import { addGrain, lay, type Picture, type Stamp } from "./pixels.ts";
import { type Scene, type SceneName, SHEET } from "./scene.ts";
import { entrance } from "./scenes/entrance.ts";
import { garage } from "./scenes/garage.ts";
import { hall } from "./scenes/hall.ts";
import { street } from "./scenes/street.ts";
import { drawFigure, FIGURE, LOOKS, STRIDE_PHASES } from "./walker.ts";

const scenes: Readonly<Record<SceneName, Scene>> = { entrance, garage, hall, street };

/** About 60 kB for a picture of 1280 x 720. */
const JPEG_QUALITY = 75;
const GRAIN = 4;
/** Size of the camera's lettering on the sheet. */
const LETTERS = { scale: 3.6, strokeWidth: 0.85, left: 28, top: 26 };
const CLOCK_LETTERS = "0123456789/: ";
/** What stands still is kept for whoever looks again soon: to paint it takes ten times a frame. */
const KEPT_MS = 10_000;
const WALK_MS = 9000;
/** One stride of 8 positions. */
const STRIDE_MS = 1000;

let loading: Promise<typeof Sharp> | undefined;

/** The picture library, 25 MB of it, loaded when somebody first looks: a building at rest has no need of it. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    // One picture is painted in 4 ms by one thread; more threads only keep more memory.
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

export interface SimulatedCameraOptions {
  scene: SceneName;
  /** Shown in the picture's corner. */
  name: string;
  /** Where the clock in the picture is: an IANA time zone. */
  timeZone: string;
  width: number;
  now?: () => Date;
  /** Somebody walks past by himself this often; null for never. */
  walksEveryMs?: number | null;
}

interface Painted {
  light: number;
  background: Picture;
  frame: Picture;
  letters: Stamp;
}

/** A camera that is not there: it paints what it would see. */
export class SimulatedCamera {
  /** False: the camera gives nothing, as when its cable is cut. */
  hasSignal = true;
  readonly #options: Required<SimulatedCameraOptions>;
  readonly #scene: Scene;
  readonly #height: number;
  readonly #scale: number;
  readonly #clockFormat: Intl.DateTimeFormat;
  #walkBegan = Number.NEGATIVE_INFINITY;
  #walks = 0;
  #painted: Painted | undefined;
  #figure: { look: number; phases: Stamp[] } | undefined;
  #resting: NodeJS.Timeout | undefined;

  constructor(options: SimulatedCameraOptions) {
    this.#options = { now: () => new Date(), walksEveryMs: 40_000, ...options };
    this.#scene = scenes[options.scene];
    this.#scale = options.width / SHEET.width;
    this.#height = Math.round(SHEET.height * this.#scale);
    this.#clockFormat = new Intl.DateTimeFormat("en-GB", {
      timeZone: options.timeZone,
      dateStyle: "short",
      timeStyle: "medium",
    });
  }

  /** Somebody walks past, from now on. */
  walkBy(): void {
    this.#walkBegan = this.#options.now().getTime();
    this.#walks += 1;
  }

  /** What the camera sees now, as a JPEG; undefined when it has no signal. */
  async frame(): Promise<Uint8Array | undefined> {
    if (!this.hasSignal) {
      return undefined;
    }
    clearTimeout(this.#resting);
    const now = this.#options.now();
    const clock = this.#clockFormat.format(now).replace(",", "");
    const painted = await this.#paintOnce(clock);
    painted.background.data.copy(painted.frame.data);
    await this.#layFigure(painted, now.getTime());
    this.#layClock(painted, clock);
    const { data, width, height } = painted.frame;
    const sharp = await loadSharp();
    return sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
  }

  /** Nobody looks any more: gives its memory back soon. */
  rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#painted = undefined;
      this.#figure = undefined;
    }, KEPT_MS).unref();
  }

  /** Everything that stands still, painted again only when the light has changed. */
  async #paintOnce(clock: string): Promise<Painted> {
    const [hours = 0, minutes = 0] = clock.slice(11).split(":").map(Number);
    const light = lightAt(hours + minutes / 60);
    if (this.#painted?.light === light) {
      return this.#painted;
    }
    const background = await this.#render(this.#sheet(this.#scene.draw(light) + this.#nameplate()), 3);
    addGrain(background, GRAIN * (1.6 - 0.6 * light));
    const letters = this.#painted?.letters ?? (await this.#paintLetters());
    const frame = { ...background, data: Buffer.alloc(background.data.length) };
    this.#painted = { light, background, frame, letters };
    return this.#painted;
  }

  async #layFigure({ frame, light }: Painted, now: number): Promise<void> {
    const { walksEveryMs } = this.#options;
    if (walksEveryMs !== null && now - this.#walkBegan >= Math.max(walksEveryMs, WALK_MS)) {
      this.walkBy();
    }
    const walked = now - this.#walkBegan;
    if (walked < 0 || walked >= WALK_MS) {
      return;
    }
    const { fromX, toX, feetY, height } = this.#scene.walk;
    const { night, day } = this.#scene.brightness;
    const phases = await this.#figurePhases(this.#walks % LOOKS, height);
    const stamp = phases[Math.floor((walked / STRIDE_MS) * STRIDE_PHASES) % STRIDE_PHASES];
    if (stamp) {
      const x = (fromX + ((toX - fromX) * walked) / WALK_MS) * this.#scale;
      lay(frame, stamp, {
        x: x - stamp.width / 2,
        y: feetY * this.#scale - (stamp.height * FIGURE.feet) / FIGURE.height,
        isMirrored: toX < fromX,
        brightness: night + (day - night) * light,
      });
    }
  }

  async #figurePhases(look: number, height: number): Promise<Stamp[]> {
    if (this.#figure?.look !== look) {
      const size = (height / FIGURE.height) * this.#scale;
      const phases = await Promise.all(
        Array.from({ length: STRIDE_PHASES }, (_, phase) =>
          this.#renderStamp(drawFigure(look, phase), FIGURE.width, FIGURE.height, size),
        ),
      );
      this.#figure = { look, phases };
    }
    return this.#figure.phases;
  }

  #layClock({ frame, letters }: Painted, clock: string): void {
    const advance = letters.width / CLOCK_LETTERS.length;
    const left = frame.width - LETTERS.left * this.#scale - clock.length * advance;
    [...clock].forEach((letter, index) => {
      const place = CLOCK_LETTERS.indexOf(letter);
      lay(frame, letters, {
        x: left + index * Math.round(advance),
        y: (LETTERS.top - LETTERS.scale) * this.#scale,
        part: { from: Math.round(place * advance), width: Math.round(advance) },
      });
    });
  }

  #nameplate(): string {
    return `<g transform="translate(${LETTERS.left} ${LETTERS.top}) scale(${LETTERS.scale})">${stroked(this.#options.name)}</g>`;
  }

  #paintLetters(): Promise<Stamp> {
    const width = CLOCK_LETTERS.length * LETTER_ADVANCE;
    const drawing = `<g transform="translate(0.8 1)">${stroked(CLOCK_LETTERS)}</g>`;
    return this.#renderStamp(drawing, width, LETTER_HEIGHT + 2, LETTERS.scale * this.#scale);
  }

  #sheet(drawing: string): string {
    const { width } = this.#options;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${this.#height}" viewBox="0 0 ${SHEET.width} ${SHEET.height}" preserveAspectRatio="none">${drawing}</svg>`;
  }

  async #renderStamp(drawing: string, width: number, height: number, scale: number): Promise<Stamp> {
    const [w, h] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`;
    return { ...(await this.#render(svg, 4)), channels: 4 };
  }

  async #render(svg: string, channels: 3 | 4): Promise<Picture> {
    const sharp = await loadSharp();
    const image = sharp(Buffer.from(svg)).toColourspace("srgb");
    const { data, info } = await (channels === 3 ? image.removeAlpha() : image.ensureAlpha())
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  }
}

/** White letters with a dark edge, readable on anything. */
function stroked(text: string): string {
  const path = letteringPath(text);
  const line = `fill="none" stroke-linecap="round" stroke-linejoin="round" d="${path}"`;
  return (
    `<path ${line} stroke="#000" stroke-opacity=".65" stroke-width="${LETTERS.strokeWidth * 2.4}"/>` +
    `<path ${line} stroke="#fff" stroke-width="${LETTERS.strokeWidth}"/>`
  );
}
