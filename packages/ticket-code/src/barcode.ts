import bwipjs from "bwip-js/node";

/** Minimum quiet zone of a printed code in modules. The Aztec standard requires none, but readers work better with some; QR requires four. */
const quietModules = { azteccode: 2, qrcode: 4 } as const;

/** A barcode as a square of modules, quiet zone included: `rows[y][x]` is true for black. */
export interface Barcode {
  side: number;
  rows: boolean[][];
}

/** Encodes a text as Aztec symbol (ISO/IEC 24778, 23 % error correction) with its quiet zone. Throws if the text is too long. */
export const aztec = (text: string): Barcode => symbolOf({ bcid: "azteccode", text });

/** Encodes a text as QR symbol (ISO/IEC 18004, level M) with its quiet zone, readable by any phone camera. Throws like `aztec`. */
export const qr = (text: string): Barcode => symbolOf({ bcid: "qrcode", text, eclevel: "M" });

function symbolOf(asked: { bcid: keyof typeof quietModules; text: string; eclevel?: string }): Barcode {
  const [symbol] = bwipjs.raw(asked);
  if (!symbol || !("pixs" in symbol)) throw new Error(`no ${asked.bcid} symbol was made`);
  const quiet = quietModules[asked.bcid];
  const side = symbol.pixx + 2 * quiet;
  const rows = Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_, x) => {
      const [column, row] = [x - quiet, y - quiet];
      if (column < 0 || row < 0 || column >= symbol.pixx || row >= symbol.pixy) return false;
      return symbol.pixs[row * symbol.pixx + column] === 1;
    }),
  );
  return { side, rows };
}

/** A horizontal bar of black modules: the rectangle from (x, y), `length` wide and one high. */
export interface Bar {
  x: number;
  y: number;
  length: number;
}

/** Joins black modules row by row into bars, in modules from the top left corner. */
export function bars({ rows }: Barcode): Bar[] {
  return rows.flatMap((row, y) => {
    const found: Bar[] = [];
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const last = found.at(-1);
      if (last && last.x + last.length === x) last.length++;
      else found.push({ x, y, length: 1 });
    }
    return found;
  });
}

/** SVG data of a barcode: side of the view box in modules, and path of the black modules. */
export interface BarcodePath {
  side: number;
  path: string;
}

/** Encodes a text as Aztec path, to draw in black on white, quiet zone included. */
export function aztecPath(text: string): BarcodePath {
  return barcodePath(aztec(text));
}

/** Path of a barcode, to draw in black on white, quiet zone included. */
export function barcodePath(barcode: Barcode): BarcodePath {
  const path = bars(barcode)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join("");
  return { side: barcode.side, path };
}

/** Encodes a text as Aztec SVG: black on white with its quiet zone, without a fixed size (`viewBox` in modules). */
export function aztecSvg(text: string): string {
  const { side, path } = aztecPath(text);
  const size = `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
