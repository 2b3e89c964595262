import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Builds the shop: fonts of the components, pages, packed forms of what browsers fetch, and the build's time. */
const shop = join(import.meta.dirname, "..");
const buildFolder = join(shop, "build");
const require = createRequire(import.meta.url);

const run = (file: string, arguments_: string[], cwd: string) =>
  execFileSync(process.execPath, [file, ...arguments_], {
    cwd,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });

run("scripts/subset-fonts.ts", [], join(shop, "../../packages/ui"));
run(join(require.resolve("@react-router/dev/package.json"), "../bin.cjs"), ["build"], shop);

const packed = /\.(js|css|svg|json)$/;
const assets = join(buildFolder, "client/assets");
for (const name of readdirSync(assets)) {
  if (!packed.test(name)) continue;
  const file = join(assets, name);
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
writeFileSync(join(buildFolder, "timestamp"), `${Date.now()}\n`);
