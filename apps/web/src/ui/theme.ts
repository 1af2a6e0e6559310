import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";

/** Deep teal-green, the one colour of the brand. */
const brand: MantineColorsTuple = [
  "#eaf5f2",
  "#d3e8e3",
  "#a8d3ca",
  "#79bcb0",
  "#52a699",
  "#358f83",
  "#21796e",
  "#14655b",
  "#0d534b",
  "#08413b",
];
const warmGray: MantineColorsTuple = [
  "#faf8f4",
  "#f4f0e9",
  "#ebe5db",
  "#ddd5c8",
  "#c8beaf",
  "#a89d8c",
  "#82786a",
  "#5f574b",
  "#3f3931",
  "#272320",
];
const warmDark: MantineColorsTuple = [
  "#f1ece4",
  "#d6cfc3",
  "#b9b0a2",
  "#8a8173",
  "#4a443a",
  "#3a352e",
  "#2c2823",
  "#211e1a",
  "#171512",
  "#110f0d",
];

/** Mantine dressed in the tokens of `tokens.css`. The fills keep AA contrast with their text in both schemes. */
export const mantineTheme: MantineThemeOverride = createTheme({
  colors: { brand, gray: warmGray, dark: warmDark },
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 3 },
  // Mantine's own contrast looks at the light scheme's shade only. Fills are deep in the light scheme and
  // pale in the dark one, and what is written on them turns with the scheme.
  autoContrast: false,
  variantColorResolver: (input) => {
    const usual = defaultVariantColorsResolver(input);
    return input.variant === "filled" ? { ...usual, color: "var(--um-on-brand)" } : usual;
  },
  fontFamily: "var(--um-font)",
  headings: { fontFamily: "var(--um-font)", fontWeight: "650" },
  defaultRadius: "md",
  components: { Badge: { defaultProps: { variant: "light" } } },
  radius: { xs: "6px", sm: "8px", md: "12px", lg: "18px", xl: "28px" },
  cursorType: "pointer",
  respectReducedMotion: true,
});

/** Mantine's own surfaces and words take ours, so that both kinds of part sit in one picture. */
const ours = {
  "--mantine-color-body": "var(--um-surface)",
  "--mantine-color-text": "var(--um-ink)",
  "--mantine-color-dimmed": "var(--um-ink-soft)",
  "--mantine-color-error": "var(--um-warn)",
  "--mantine-color-placeholder": "var(--um-ink-soft)",
  "--mantine-color-default-border": "var(--um-line)",
  "--mantine-primary-color-contrast": "var(--um-on-brand)",
};

/** For the build, which writes Mantine's variables into a style sheet. */
export const mantineVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: ours,
  dark: ours,
});
