import { afterAll, expect, test } from "vitest";
import { drawingThread } from "./drawing.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { sampleInvoice } from "./samples.ts";

const drawing = drawingThread();
afterAll(() => drawing.close());

test("a document drawn beside is the one drawn here, byte for byte", async () => {
  const [beside, here] = await Promise.all([
    drawing.draw("invoice", sampleInvoice("fr")),
    invoicePdf(sampleInvoice("fr")),
  ]);
  expect(Buffer.from(beside).equals(here)).toBe(true);
});

test("a document that cannot be drawn fails for who asked, and the next is drawn", async () => {
  const wrong = { ...sampleInvoice("en"), lines: [] };
  const asked = [drawing.draw("invoice", wrong), drawing.draw("invoice", sampleInvoice("en"))];
  const [failed, next] = await Promise.allSettled(asked);
  expect(failed).toMatchObject({
    status: "rejected",
    reason: expect.objectContaining({ message: expect.any(String) }),
  });
  expect(next?.status).toBe("fulfilled");
});

test("a thread that was ended is begun again with the next document", async () => {
  const first = await drawing.draw("invoice", sampleInvoice("it"));
  await drawing.close();
  expect(Buffer.from(await drawing.draw("invoice", sampleInvoice("it"))).equals(first)).toBe(true);
});
