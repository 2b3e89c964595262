import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { jpegClaiming, jpegOfPasses, nestedPdf, pdfBombs, pngBombs, writtenPng } from "../testing/test-bombs.ts";
import { documentsPack, scan, sendDocument } from "../testing/test-documents.ts";
import { testPerson } from "../testing/test-people.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ packs: [documentsPack()] });
});
afterAll(() => api.close());

/** Uploads a file as a new person; returns the result, and the longest time in which nobody else got a response. */
async function sent(bytes: Uint8Array, name = "document.pdf") {
  const { token } = await testPerson(api.deps);
  let answered = false;
  const answer = sendDocument({ api }, token, {}, { bytes, name }).finally(() => {
    answered = true;
  });
  let stillMs = 0;
  while (!answered) {
    const before = performance.now();
    await wait(5);
    stillMs = Math.max(stillMs, performance.now() - before);
  }
  const { http, body } = await answer;
  return { http, code: body.error?.code ?? "taken", stillMs };
}

/** A busy machine may delay everything for a moment; a file unpacked in this process delays it for seconds. */
const stillMaxMs = 1_500;

describe("a PDF that would unpack to hundreds of megabytes delays nobody, and is refused", () => {
  it.each(Object.entries(pdfBombs))(
    "%s",
    async (_, make) => {
      const { http, code, stillMs } = await sent(make());
      expect({ http, code }).toEqual({ http: 422, code: "FILE_TOO_COMPLEX" });
      expect(stillMs).toBeLessThan(stillMaxMs);
    },
    30_000,
  );

  // covers §5: an uploaded file delays nobody, whatever it unpacks to
  it("nested arrays", async () => {
    const { code, stillMs } = await sent(nestedPdf(2_000_000));
    expect(code).toBe("FILE_DAMAGED");
    expect(stillMs).toBeLessThan(stillMaxMs);
    expect((await sent(nestedPdf(500))).code).toBe("FILE_MIXED");
  }, 30_000);
});

describe("a picture that would unpack to hundreds of megabytes delays nobody", () => {
  it.each(Object.entries(pngBombs))(
    "a PNG with %s",
    async (_, make) => {
      const { code, stillMs } = await sent(make(), "me.png");
      expect(["taken", "FILE_DAMAGED", "FILE_TOO_COMPLEX"]).toContain(code);
      expect(stillMs).toBeLessThan(stillMaxMs);
    },
    30_000,
  );

  // covers §5: an uploaded file delays nobody, whatever it unpacks to
  it("a JPEG of thousands of passes is refused before they are decoded", async () => {
    const { code, stillMs } = await sent(await jpegOfPasses(3_000, { width: 6_000, height: 6_000 }), "me.jpg");
    expect(code).toBe("FILE_DAMAGED");
    expect(stillMs).toBeLessThan(stillMaxMs);
  }, 30_000);

  it("one with too many pixels is refused by its header, and one with a wrong size as damaged", async () => {
    const square = { width: 16_000, height: 16_000 };
    expect((await sent(writtenPng(square), "me.png")).code).toBe("FILE_TOO_MANY_PIXELS");
    expect((await sent(await jpegClaiming({ width: 65_000, height: 65_000 }), "me.jpg")).code).toBe(
      "FILE_TOO_MANY_PIXELS",
    );
    const lie = writtenPng({ width: 7_000, height: 7_000 }, { pixels: new Uint8Array(10) });
    expect((await sent(lie, "me.png")).code).toBe("FILE_DAMAGED");
  }, 30_000);
});

test("the largest photo of a phone, rotated, is accepted", async () => {
  const photo = await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: "#446688" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sent(photo, "me.jpg")).code).toBe("taken");
}, 30_000);

// covers §5: an uploaded file delays nobody, whatever it unpacks to
test("while a bomb is inspected others' files are accepted, and after it the next one", async () => {
  const bomb = sent(pdfBombs["repetitions of repetitions"]?.() ?? new Uint8Array());
  const others = await Promise.all(Array.from({ length: 4 }, async () => sent(await scan(), "me.jpg")));
  expect(others.map(({ code }) => code)).toEqual(["taken", "taken", "taken", "taken"]);
  expect((await bomb).code).toBe("FILE_TOO_COMPLEX");
  expect((await sent(await scan(), "me.jpg")).code).toBe("taken");
}, 30_000);
