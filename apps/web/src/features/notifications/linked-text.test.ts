import { describe, expect, it } from "vitest";
import { linkedText } from "./linked-text.ts";

const links = (text: string) => linkedText(text).flatMap(({ href }) => (href === null ? [] : [href]));

describe("addresses in a message", () => {
  it("are found among words, without the full stop behind them", () => {
    expect(linkedText("Entra en http://127.0.0.1:3000/reset_password?token=a.b-c. Es corto.")).toEqual([
      { text: "Entra en ", href: null },
      {
        text: "http://127.0.0.1:3000/reset_password?token=a.b-c",
        href: "http://127.0.0.1:3000/reset_password?token=a.b-c",
      },
      { text: ". Es corto.", href: null },
    ]);
    expect(links("(https://a.example/x) y\nhttps://b.example")).toEqual([
      "https://a.example/x",
      "https://b.example",
    ]);
  });

  it("lead to the web and nowhere else", () => {
    expect(links("javascript:alert(1) data:text/html,x ftp://a.example http://")).toEqual([]);
  });

  it("leave a text whole, whatever is in it", () => {
    for (const text of ["", "nada", "https://a.example", "x https://a.example, https://b.example! y"]) {
      expect(
        linkedText(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }
  });
});
