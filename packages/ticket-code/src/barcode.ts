import bwipjs from "bwip-js/node";

/** Smallest white border of a printed code in modules. Aztec needs none by its standard, readers do better with some; QR needs four. */
const quietModules = { azteccode: 2, qrcode: 4 } as const;

/** A barcode as a square of modules, quiet zone included: `rows[y][x]` is true where it is black. */
export interface Barcode {
  side: number;
  rows: boolean[][];
}

/** The Aztec symbol (ISO/IEC 24778, 23 % error correction) of a text, with its quiet zone. Throws when it holds too much. */
export const aztec = (text: string): Barcode => symbolOf({ bcid: "azteccode", text });

/** The QR symbol (ISO/IEC 18004, level M) of a text, which the camera of any phone reads, with its quiet zone. Throws as `aztec`. */
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

/** A bar of black modules in one row: the rectangle from (x, y), `length` wide and one high. */
export interface Bar {
  x: number;
  y: number;
  length: number;
}

/** The black modules joined row by row, in modules from the top left corner. */
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

/** What draws a barcode in SVG: the side of its view box in modules, and the path of its black ones. */
export interface BarcodePath {
  side: number;
  path: string;
}

/** A text as Aztec to be drawn black on white, quiet zone included. */
export function aztecPath(text: string): BarcodePath {
  return barcodePath(aztec(text));
}

/** A barcode to be drawn black on white, quiet zone included. */
export function barcodePath(barcode: Barcode): BarcodePath {
  const path = bars(barcode)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join("");
  return { side: barcode.side, path };
}

/** A text as Aztec in SVG: black on white with its quiet zone, without a size of its own (`viewBox` in modules). */
export function aztecSvg(text: string): string {
  const { side, path } = aztecPath(text);
  const size = `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
