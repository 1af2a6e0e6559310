import { describe, expect, it } from "vitest";
import { ageWords, cameraLabel, viewSentence } from "./cameras.strings.ts";
import { videoWords } from "./video.strings.ts";

const NOW = new Date("2026-11-20T16:00:00.000Z");
const AT_10_42 = "2026-11-20T15:42:00.000Z";

describe("what a camera says", () => {
  it("tells since when in the building's own time", () => {
    expect(viewSentence({ kind: "no-signal", since: AT_10_42 }, NOW, "America/Bogota")).toBe(
      "Sin señal desde las 10:42 AM",
    );
    expect(viewSentence({ kind: "away", since: AT_10_42 }, NOW, "America/Bogota")).toBe(
      "La cámara está sin conexión desde las 10:42 AM",
    );
    expect(viewSentence({ kind: "stalled", since: AT_10_42 }, NOW, "Europe/Madrid")).toBe(
      "Imagen detenida desde las 4:42 PM",
    );
  });

  it("tells the day too when it was another one", () => {
    expect(
      viewSentence({ kind: "no-signal", since: "2026-11-20T03:42:00.000Z" }, NOW, "America/Bogota"),
    ).toBe("Sin señal desde el 19 nov 2026 10:42 PM");
  });

  it("calls a camera so once", () => {
    expect(cameraLabel("Entrada")).toBe("Cámara Entrada");
    expect(cameraLabel("Cámara 3")).toBe("Cámara 3");
  });
});

describe("the age of a picture", () => {
  it.each([
    ["2026-11-20T15:59:30.000Z", "Hace un momento"],
    ["2026-11-20T16:00:10.000Z", "Hace un momento"],
    ["2026-11-20T15:42:00.000Z", "Hace 18 min"],
    ["2026-11-20T12:10:00.000Z", "Hace 3 h"],
    ["2026-11-19T15:42:00.000Z", "19 nov 2026 10:42 AM"],
  ])("of %s is %s", (at, words) => {
    expect(ageWords(at, new Date("2026-11-20T16:00:00.000Z"), "America/Bogota")).toBe(words);
  });
});

describe("how a camera reaches who looks", () => {
  it("is said to its administrator, with the reason where it is not its video", () => {
    expect(videoWords({ codec: "h264", trouble: null })).toBe("Video H.264");
    expect(videoWords({ codec: null, trouble: "other-codec" })).toBe("Como imágenes: su video no es H.264");
    expect(videoWords(null)).toBe("Sin datos: nadie la ha mirado");
  });
});
