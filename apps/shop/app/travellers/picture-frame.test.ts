import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centred, dragged, frameRatio, isLargeEnough, laid, visibleArea } from "./picture-frame.ts";

const picture = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) });
const framing = fc.record({
  x: fc.double({ min: -1, max: 2, noNaN: true }),
  y: fc.double({ min: -1, max: 2, noNaN: true }),
  zoom: fc.double({ min: 0.1, max: 9, noNaN: true }),
});

describe("the visible part of a picture in its frame", () => {
  it("is within the picture and has the frame's shape, wherever it was dragged", () => {
    fc.assert(
      fc.property(picture, framing, (size, frame) => {
        const { left, top, width, height } = visibleArea(size, frame);
        expect(width / height).toBeCloseTo(frameRatio, 6);
        for (const edge of [left, top]) expect(edge).toBeGreaterThanOrEqual(-1e-6);
        expect(left + width).toBeLessThanOrEqual(size.width + 1e-6);
        expect(top + height).toBeLessThanOrEqual(size.height + 1e-6);
      }),
    );
  });

  // covers §8: a traveller's picture has the pixels that a card needs
  it("has the pixels that a card needs, at any zoom", () => {
    const enough = fc.record({
      width: fc.integer({ min: 300, max: 9_000 }),
      height: fc.integer({ min: 400, max: 9_000 }),
    });
    fc.assert(
      fc.property(enough, framing, (size, frame) => {
        expect(isLargeEnough(size)).toBe(true);
        const { width, height } = visibleArea(size, frame);
        expect(Math.round(width)).toBeGreaterThanOrEqual(300);
        expect(Math.round(height)).toBeGreaterThanOrEqual(400);
      }),
    );
    expect(isLargeEnough({ width: 299, height: 4_000 })).toBe(false);
    expect(isLargeEnough({ width: 3_000, height: 399 })).toBe(false);
  });

  it("is centred in a wide picture, at full height", () => {
    expect(visibleArea({ width: 1_200, height: 400 }, { x: 0.5, y: 0.5, zoom: 1 })).toEqual({
      left: 450,
      top: 0,
      width: 300,
      height: 400,
    });
  });

  it("follows the finger, and stops at the edge", () => {
    const size = { width: 1_200, height: 400 };
    const start = { ...centred, y: 0.5 };
    const right = visibleArea(size, dragged(size, start, { x: -30, y: 0 }, 300));
    expect(right.left).toBeCloseTo(480, 6);
    expect(visibleArea(size, dragged(size, start, { x: -9_000, y: 50 }, 300))).toMatchObject({ left: 900, top: 0 });
    expect(visibleArea(size, dragged(size, start, { x: 9_000, y: -50 }, 300))).toMatchObject({ left: 0, top: 0 });
  });

  it("is positioned so that the frame is covered", () => {
    fc.assert(
      fc.property(picture, framing, (size, frame) => {
        const { left, top, width, height } = laid(size, frame);
        for (const edge of [left, top]) expect(edge).toBeLessThanOrEqual(1e-6);
        for (const end of [left + width, top + height]) expect(end).toBeGreaterThanOrEqual(1 - 1e-6);
      }),
    );
  });
});
