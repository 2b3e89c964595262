import { type Barcode, bars } from "@guichet/ticket-code/barcode.ts";
import { a4, ink, type Sheet } from "./sheet.ts";

/** Measures of the drawn ticket in points. */
const ticketEdge = { width: 10, radius: 12, notch: 8 } as const;

/** Draws the ticket's outline, with its coloured edge where reading starts. */
export function drawTicketFrame(
  sheet: Sheet,
  { top, bottom, colour }: { top: number; bottom: number; colour: string },
) {
  const { doc } = sheet;
  const width = a4.width - 2 * a4.margin;
  const height = bottom - top;
  doc.save().roundedRect(a4.margin, top, width, height, ticketEdge.radius).clip();
  doc.rect(sheet.left(a4.margin, ticketEdge.width), top, ticketEdge.width, height).fill(colour);
  doc.restore();
  doc.lineWidth(1).roundedRect(a4.margin, top, width, height, ticketEdge.radius).stroke(ink.black);
}

/** Draws the tear line, with a notch at both ends. */
export function drawPerforation(sheet: Sheet, y: number): void {
  const { doc } = sheet;
  const right = a4.width - a4.margin;
  for (const [x, outside] of [
    [a4.margin, a4.margin - ticketEdge.notch - 1],
    [right, right + 0.5],
  ] as const) {
    doc.lineWidth(1).circle(x, y, ticketEdge.notch).fillAndStroke(ink.white, ink.black);
    // The half of the notch outside the ticket is white.
    doc.rect(outside, y - ticketEdge.notch - 1, ticketEdge.notch + 0.5, 2 * ticketEdge.notch + 2).fill(ink.white);
  }
  doc.save().lineWidth(2).lineCap("round").dash(0.1, { space: 6 });
  doc
    .moveTo(a4.margin + 16, y)
    .lineTo(right - 16, y)
    .stroke(ink.rule);
  doc.restore();
}

/** Draws the seal: a ring of fine lines around a big number and its word. */
export function drawSeal(
  sheet: Sheet,
  figure: { number: string; word: string },
  { x, y, side, colour }: { x: number; y: number; side: number; colour: string },
): void {
  const { doc } = sheet;
  const left = sheet.left(x, side);
  const radius = side / 2;
  sheet.artifact(() => {
    doc.save().lineWidth(0.35).strokeOpacity(0.75);
    const turns = 36;
    for (let i = 0; i < turns; i++) {
      const angle = (i * 360) / turns;
      doc.save().rotate(angle, { origin: [left + radius, y + radius] });
      doc.ellipse(left + radius + radius * 0.16, y + radius, radius * 0.83, radius * 0.74).stroke(colour);
      doc.restore();
    }
    doc.restore();
    doc.circle(left + radius, y + radius, radius * 0.66).fill(ink.white);
  });
  sheet.leaf("P", () => {
    const centred = { x: x + 4, width: side - 8, align: "center", colour, leading: 1 } as const;
    sheet.draw(figure.number, y + radius - 22, { ...centred, size: 31, voice: "display" });
    sheet.draw(figure.word, y + radius + 8, { ...centred, size: 10, voice: "bold", leading: 1.2 });
  });
}

/** Draws the barcode with its quiet zone as a square `side` wide, as shapes, black on white. */
export function drawBarcode(sheet: Sheet, barcode: Barcode, left: number, top: number, side: number): void {
  const step = side / barcode.side;
  sheet.doc.rect(left, top, side, side).fill(ink.white);
  for (const { x, y, length } of bars(barcode)) {
    sheet.doc.rect(left + x * step, top + y * step, length * step, step);
  }
  sheet.doc.fill("#000000");
}
