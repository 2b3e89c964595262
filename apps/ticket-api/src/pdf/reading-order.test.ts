import { describe, expect, it } from "vitest";
import { type Direction, isolate, mirrored, piecesOf, readText } from "./reading-order.ts";

function shown(text: string, direction: Direction): string[] {
  return piecesOf(readText(text, direction), 0, text.length).map((piece) => piece.text.replaceAll("\u00a0", " "));
}

describe("a printed line", () => {
  it.each<[string, Direction, string[]]>([
    ["رقم 31 للمسافر", "rtl", [" للمسافر", "31", "رقم "]],
    ["Voyageur يوسف, 2004", "ltr", ["Voyageur ", "2004", "يوسف, "]],
    [`Voyageur ${isolate("يوسف")}, 31 €`, "ltr", ["Voyageur ", "يوسف", ", 31 €"]],
    [`${isolate("12 quai des Tamaris")}`, "rtl", ["12 quai des Tamaris"]],
    [`${isolate("RV 7K4 902 318")} رقم`, "rtl", [" رقم", "RV 7K4 902 318"]],
  ])("of %j in a %s text reads from left to right as %j", (text, direction, pieces) => {
    expect(shown(text, direction)).toEqual(pieces);
  });

  it("keeps the direction of a value that is broken over two lines", () => {
    const value = "SAS au capital de 150 000 euros, 812 345 678";
    const text = readText(isolate(value), "rtl");
    const second = text.text.indexOf("812");
    expect(piecesOf(text, second, text.text.length).map((piece) => piece.text)).toEqual(["812 345 678"]);
  });

  it("mirrors brackets in right-to-left text", () => {
    expect(mirrored("(a] ")).toBe(" [a)");
  });

  it("does not break short values, and is empty for an empty one", () => {
    expect(isolate("31 €")).toBe("\u206831\u00a0€\u2069");
    expect(isolate("")).toBe("");
  });
});
