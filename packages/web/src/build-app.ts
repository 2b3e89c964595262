import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { z } from "zod";

const packed = /\.(js|css|svg|json)$/;

/** Builds an app with pages (`apps/<part>`): fonts, pages, compressed assets, build time. */
export function buildApp(folder: string): void {
  const require = createRequire(join(folder, "package.json"));
  run("scripts/subset-fonts.ts", [], join(folder, "../../packages/ui"));
  run(join(require.resolve("@react-router/dev/package.json"), "../bin.cjs"), ["build"], folder);
  const assets = join(folder, "build/client/assets");
  for (const name of readdirSync(assets)) {
    const file = join(assets, name);
    // A large binary: Brotli at its best would take longer than the rest of the build.
    if (name.endsWith(".wasm")) writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    if (!packed.test(name)) continue;
    if (name.startsWith("manifest-")) writeFileSync(file, slimManifest(readFileSync(file, "utf8")));
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, smallestBrotli(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
  writeFileSync(join(folder, "build/timestamp"), `${Date.now()}\n`);
}

/** Block sizes of Brotli, as powers of 2; 0: chosen by the library. */
const blockSizes = [0, 16, 20];

/**
 * Compresses an asset with each block size and returns the smallest result. Which one that is changes with the hashes in
 * file names; for the common scripts the difference is more than 100 bytes.
 */
function smallestBrotli(content: Uint8Array): Uint8Array {
  const results = blockSizes.map((size) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGBLOCK]: size,
      },
    }),
  );
  return results.reduce((smallest, one) => (one.length < smallest.length ? one : smallest));
}

/**
 * Reduces the router's route manifest, which every page includes, to what a browser reads: without the imports of screens (each
 * screen imports them itself; the server's own manifest lists preloads) and without absent properties.
 */
function slimManifest(script: string): string {
  const [, before = "", json = "", after = ""] =
    /^(window\.__reactRouterManifest=)(\{.*\})(;?\s*)$/s.exec(script) ?? [];
  const manifest = Manifest.parse(JSON.parse(json));
  for (const route of Object.values(manifest.routes)) {
    for (const [name, value] of Object.entries(route)) {
      const isNothing = value === false || (Array.isArray(value) && value.length === 0);
      if (name === "imports" || isNothing) delete route[name];
    }
  }
  return `${before}${JSON.stringify(manifest)}${after}`;
}

const Manifest = z.looseObject({ routes: z.record(z.string(), z.record(z.string(), z.unknown())) });

function run(file: string, words: string[], cwd: string): void {
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, [file, ...words], { cwd, stdio: "inherit", env });
}
