import { Gauge, type Registry } from "prom-client";

/** A figure that a room gives `/metrics`, read each time somebody asks. */
export interface Figure {
  /** By Prometheus's conventions: `umbral_`, what it is, its unit. */
  name: string;
  help: string;
  labels: readonly string[];
  read(): Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>;
}

/** Puts the rooms' figures among those of the process. One that cannot be read just now is absent, and the others are there. */
export function registerFigures(registry: Registry, figures: readonly Figure[]): void {
  for (const { name, help, labels, read } of figures) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const values = await read().catch(() => []);
        this.reset();
        if (values.length === 0 && labels.length === 0) {
          // One without labels is nought after a reset, which is not the same as absent.
          this.remove();
        }
        for (const { labels: of, value } of values) {
          this.set(of, value);
        }
      },
    });
  }
}
