import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { type BundledModules, bundleProgram } from "../../apps/ticket-api/src/testing/crash/bundled-program.ts";
import { bundledStart, bundleOf } from "./bundle-places.ts";

const root = path.join(import.meta.dirname, "../..");
/** Page servers load their build at run time, and the build imports the same packages. */
const programs: readonly [source: string, modules: BundledModules][] = [
  ["apps/sandbox/src/main.ts", "all"],
  ["apps/ticket-api/src/main.ts", "all"],
  ["apps/shop/server/main.ts", "ours"],
  ["apps/office/server/main.ts", "ours"],
];

/** Bundles the programs of an installation. A program that runs meanwhile keeps the bundle that it loaded. */
export async function bundlePrograms(): Promise<void> {
  for (const [place, modules] of programs) await bundle(path.join(root, place), modules);
  await bundle(bundledStart, "all");
}

async function bundle(source: string, modules: BundledModules): Promise<void> {
  const file = bundleOf(source);
  const made = file.replace(/\.mjs$/, `-${process.pid}.mjs`);
  await mkdir(path.dirname(file), { recursive: true });
  await bundleProgram(source, made, modules);
  await rename(made, file);
}
