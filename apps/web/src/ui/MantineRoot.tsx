import { MantineProvider } from "@mantine/core";
import "virtual:mantine-variables.css";
import type { ReactNode } from "react";
import { mantineTheme, mantineVariablesResolver } from "./theme.ts";

/**
 * Goes around a screen that uses Mantine's parts, so that only those screens carry it. Its variables come as a style sheet made at build time, because a
 * strict content policy lets no script write one; each part that is used imports its own
 * `@mantine/core/styles/<Part>.css`.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={mantineVariablesResolver}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
