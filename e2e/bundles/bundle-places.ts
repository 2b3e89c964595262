import path from "node:path";

/** The program that starts an installation from bundles. */
export const bundledStart = path.join(import.meta.dirname, "bundled-start.ts");

const folder = path.join(import.meta.dirname, "../../node_modules/.cache/programs");

/** The bundle of a program. */
export function bundleOf(source: string): string {
  const place = path.relative(path.join(import.meta.dirname, "../.."), source);
  return path.join(folder, `${place.replaceAll(path.sep, "-").replace(/\.ts$/, "")}.mjs`);
}
