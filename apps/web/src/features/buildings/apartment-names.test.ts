import { describe, expect, it } from "vitest";
import { apartmentNames } from "./apartment-names.ts";

describe("the apartments that somebody writes", () => {
  it("are ranges, single names, or both", () => {
    expect(apartmentNames("A-101 a A-104")).toEqual(["A-101", "A-102", "A-103", "A-104"]);
    expect(apartmentNames("A-101 a 103")).toEqual(["A-101", "A-102", "A-103"]);
    expect(apartmentNames("101 hasta 102, PH; Local 1\nLocal 2")).toEqual([
      "101",
      "102",
      "PH",
      "Local 1",
      "Local 2",
    ]);
    expect(apartmentNames("98 al 101")).toEqual(["98", "99", "100", "101"]);
    expect(apartmentNames("01 a 03")).toEqual(["01", "02", "03"]);
    expect(apartmentNames("1A a 3A")).toEqual(["1A", "2A", "3A"]);
    expect(apartmentNames("Casa a la vista")).toEqual(["Casa a la vista"]);
  });

  it("are each named once", () => {
    expect(apartmentNames("101, 101 a 102")).toEqual(["101", "102"]);
    expect(apartmentNames(" , ")).toEqual([]);
  });

  it("are refused when the range makes no sense", () => {
    for (const wrong of ["104 a 101", "A-101 a B-104", "1 a 9999", "1A a 3B"]) {
      expect([wrong, apartmentNames(wrong)]).toEqual([wrong, null]);
    }
  });
});
