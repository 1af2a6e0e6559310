import { IconPrinter } from "@tabler/icons-react";
import { Button } from "./Button.tsx";

/** Prints the page, or keeps it as a PDF: the browser asks. */
export const PrintButton = () => (
  <Button look="quiet" icon={<IconPrinter aria-hidden="true" size={20} />} onClick={() => window.print()}>
    Imprimir
  </Button>
);
