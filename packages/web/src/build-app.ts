import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const packed = /\.(js|css|svg|json)$/;

/** Builds a part with pages (`apps/<part>`): fonts of the components, pages, packed forms of what browsers fetch, the build's time. */
export function buildApp(folder: string): void {
  const require = createRequire(join(folder, "package.json"));
  run("scripts/subset-fonts.ts", [], join(folder, "../../packages/ui"));
  run(join(require.resolve("@react-router/dev/package.json"), "../bin.cjs"), ["build"], folder);
  const assets = join(folder, "build/client/assets");
  for (const name of readdirSync(assets)) {
    if (!packed.test(name)) continue;
    const file = join(assets, name);
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
  writeFileSync(join(folder, "build/timestamp"), `${Date.now()}\n`);
}

function run(file: string, words: string[], cwd: string): void {
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, [file, ...words], { cwd, stdio: "inherit", env });
}
