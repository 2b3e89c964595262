import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { aztec, aztecSvg, bars } from "@guichet/ticket-code/barcode.ts";
import { check } from "@guichet/ticket-code/ticket-code.ts";
import { publicKeys } from "@guichet/ticket-code/ticket-keys.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { sampleKey, sampleTicket } from "./samples.ts";

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

/** The rectangles of an SVG path as black pixels, `scale` pixels per module. */
function picture(svg: string, scale: number): ImageData {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const path = /fill="#000" d="([^"]+)"/.exec(svg)?.[1] ?? "";
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { data, width: side, height: side, colorSpace: "srgb", pixelFormat: "rgba-unorm8" } as ImageData;
}

describe("the barcode of a ticket", () => {
  it.each(["fr", "ar"] as const)("drawn for %s is read by another library and is the signed ticket", async (locale) => {
    const { code, validFrom } = sampleTicket(locale);
    const found = await readBarcodes(picture(aztecSvg(code), 3), { formats: ["Aztec"] });
    expect(found.map(({ text }) => text)).toEqual([code]);
    const answer = check(found[0]?.text ?? "", { keys: publicKeys([sampleKey]), now: validFrom, network: "demo" });
    expect(answer.status).toBe("valid");
  });

  it("stays at most 49 modules wide with its quiet zone, two white modules on every side", () => {
    const { side, rows } = aztec(sampleTicket("fr").code);
    expect(side).toBeLessThanOrEqual(49);
    for (const line of [0, 1, side - 2, side - 1]) {
      expect(rows[line]?.some(Boolean)).toBe(false);
      expect(rows.some((row) => row[line])).toBe(false);
    }
  });

  it("is drawn with bars that cover each black module once and no white one", () => {
    const barcode = aztec("HELLO");
    const drawn = barcode.rows.map((row) => row.map(() => 0));
    for (const { x, y, length } of bars(barcode)) {
      for (let i = x; i < x + length; i++) {
        const row = drawn[y] ?? [];
        row[i] = (row[i] ?? 0) + 1;
      }
    }
    expect(drawn).toEqual(barcode.rows.map((row) => row.map(Number)));
  });

  it("is refused when a text is too long for any symbol", () => {
    expect(() => aztec("x".repeat(5000))).toThrow();
  });
});
