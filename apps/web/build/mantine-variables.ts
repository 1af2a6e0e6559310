import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import { mantineTheme, mantineVariablesResolver } from "../src/ui/theme.ts";

const NAME = "virtual:mantine-variables.css";

/** Palettes that some component of ours draws with; the other ten would be weight. */
const PALETTES = new Set(["brand", "gray", "dark", "red", "yellow", "white", "black"]);

/**
 * Mantine writes its CSS variables into a `<style>` element at run time, which a strict
 * Content-Security-Policy forbids. This writes the same variables into a style sheet at build time.
 */
export function mantineVariables(): Plugin {
  return {
    name: "mantine-variables",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? variables() : null),
  };
}

function variables(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, mantineTheme);
  const usual = defaultCssVariablesResolver(theme);
  const ours = mantineVariablesResolver(theme);
  return convertCssVariables({
    variables: drawn({ ...usual.variables, ...ours.variables }),
    light: drawn({ "--mantine-color-scheme": "light", ...usual.light, ...ours.light }),
    dark: drawn({ "--mantine-color-scheme": "dark", ...usual.dark, ...ours.dark }),
  });
}

function drawn(all: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => {
      const palette = /^--mantine-color-([a-z]+)-(?:\d|filled|light|outline|text|hover|contrast)/.exec(
        name,
      )?.[1];
      return palette === undefined || palette === "primary" || palette === "default" || PALETTES.has(palette);
    }),
  );
}
