import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startTestServer } from "../../testing/test-server.ts";

/* What deploy/monitoring asks of Prometheus is what `/metrics` gives. */

const server = await startTestServer();
afterAll(() => server.close());

const monitoring = (name: string) =>
  readFile(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url), "utf8");

const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z
        .array(
          z.strictObject({
            alert: z.string().regex(/^Umbral[A-Za-z]+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+[mh]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(["warning", "critical"]) }),
            annotations: z.strictObject({ summary: z.string(), description: z.string().optional() }),
          }),
        )
        .min(5),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});

/** The figures that an expression names; those of a histogram by its name. */
const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\bumbral_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));

describe("the alert rules and the dashboard", () => {
  it("name only what is given, and give it a help and a name by the conventions", async () => {
    const { body } = await server.app.http.inject("/metrics");
    const given = new Set([...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name));
    const rules = Rules.parse(parse(await monitoring("alerts.yaml"))).groups.flatMap((group) => group.rules);
    const { panels } = Dashboard.parse(JSON.parse(await monitoring("grafana-dashboard.json")));
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(asked.flatMap(namesIn).length).toBeGreaterThan(15);
    expect(asked.flatMap(namesIn).filter((name) => !given.has(name))).toEqual([]);
    const own = [...given].filter((name) => name.startsWith("umbral_"));
    expect(own.filter((name) => !/^umbral_[a-z0-9]+(_[a-z0-9]+)*$/.test(name))).toEqual([]);
    // Base units (seconds, bytes), and moments as timestamps: what is left of them is for who asks to reckon.
    const others =
      /_(?:milliseconds|ms|minutes|hours|days|weeks|kilobytes|kb|megabytes|mb|gigabytes|gb|percent)(?:_|$)/;
    expect([...own, ...asked.flatMap(namesIn)].filter((name) => others.test(name))).toEqual([]);
    expect([...given].filter((name) => !body.includes(`# HELP ${name} `))).toEqual([]);
  });
});
