import type { Vignette } from "@guichet/contract/wallet.ts";
import { csvRows } from "../transit-feed/csv.ts";

export type VignetteFile = { ok: true; vignettes: Vignette[] } | { ok: false; faults: string[] };

const columns = ["number", "kind", "name", "stop", "line"] as const;
type Column = (typeof columns)[number];
const needed: readonly Column[] = ["number", "kind", "name"];
const nameMax = 80;
const lineMax = 40;
/** At most this many vignettes are in one file. */
export const vignettesMax = 10_000;
const faultsMax = 30;

/**
 * Reads the vignettes of a CSV file with the columns `number`, `kind` and `name`, and optionally `stop` and `line`.
 * `stops`: the stop ids of the network's timetable, if it has one; a vignette's stop must be one of them. Each fault
 * names its line.
 */
export function readVignettes(text: string, stops: ReadonlySet<string> | undefined): VignetteFile {
  const faults: string[] = [];
  const found = new Map<string, Vignette>();
  let places: Map<string, number> | undefined;
  for (const row of csvRows(text)) {
    if ("fault" in row) {
      faults.push(`line ${row.line}: ${row.fault}`);
      break;
    }
    if (places === undefined) {
      places = new Map(row.fields.map((name, at) => [name.toLowerCase(), at]));
      const wrong = headFaults(places);
      if (wrong.length > 0) return { ok: false, faults: wrong };
      continue;
    }
    const fieldOf = (column: Column) => row.fields[places?.get(column) ?? -1] ?? "";
    const read = readRow(fieldOf, stops);
    const stickerId = read.vignette.stickerId;
    const wrong = found.has(stickerId) ? [...read.faults, `number ${stickerId} stands twice`] : read.faults;
    faults.push(...wrong.map((fault) => `line ${row.line}: ${fault}`));
    found.set(stickerId, read.vignette);
    if (faults.length >= faultsMax || found.size > vignettesMax) break;
  }
  if (found.size > vignettesMax) faults.push(`more than ${vignettesMax} vignettes in one file`);
  if (found.size === 0 && faults.length === 0) faults.push("no vignette in it");
  return faults.length > 0 ? { ok: false, faults } : { ok: true, vignettes: [...found.values()] };
}

function headFaults(places: ReadonlyMap<string, number>): string[] {
  const unknown = [...places.keys()].filter((name) => !columns.some((column) => column === name));
  const missing = needed.filter((column) => !places.has(column));
  return [
    ...missing.map((column) => `line 1: there is no column ${column}`),
    ...unknown.map((name) => `line 1: unknown column ${name === "" ? "without a name" : name}`),
  ];
}

function readRow(fieldOf: (column: Column) => string, stops: ReadonlySet<string> | undefined) {
  const faults: string[] = [];
  const [number, kind, name, stop, line] = columns.map(fieldOf) as [string, string, string, string, string];
  const stickerId = number.replaceAll(/[\s-]/g, "").toUpperCase();
  if (!isStickerNumber(stickerId)) faults.push(`number ${number || "(none)"}: 4 to 12 letters and digits`);
  const isStop = kind === "stop";
  if (!isStop && kind !== "vehicle") faults.push(`kind ${kind || "(none)"}: vehicle or stop`);
  if (name === "" || name.length > nameMax) faults.push(`name: 1 to ${nameMax} characters`);
  if (line.length > lineMax) faults.push(`line: at most ${lineMax} characters`);
  if (stop !== "" && !isStop) faults.push("stop: only a vignette of the kind stop has one");
  else if (stop !== "" && stops !== undefined && !stops.has(stop))
    faults.push(`stop ${stop} is not in the network's timetable`);
  const place = { stopId: stop === "" ? null : stop, line: line === "" ? null : line };
  const vignette: Vignette = { stickerId, kind: isStop ? "stop" : "vehicle", name, ...place };
  return { faults, vignette };
}

/**
 * Whether this is a valid vignette number. Capital letters and digits only, so that it can be typed and read aloud
 * without
 * ambiguity.
 */
export const isStickerNumber = (entered: string): boolean => /^[A-Z0-9]{4,12}$/.test(entered);
