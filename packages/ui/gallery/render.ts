/** Writes the gallery as static pages: `node packages/ui/gallery/render.ts <folder>`. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import tailwind from "@tailwindcss/vite";
import { build } from "vite";
import { cutFonts } from "../scripts/subset-fonts.ts";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? join(here, "../build/gallery"));
const compiled = join(here, "../build/gallery-pages");

await cutFonts();
await mkdir(folder, { recursive: true });
await build({
  root: here,
  base: "./",
  configFile: false,
  logLevel: "warn",
  plugins: [tailwind()],
  build: {
    outDir: folder,
    emptyOutDir: true,
    rolldownOptions: {
      input: join(here, "styles.css"),
      output: { assetFileNames: (asset) => (asset.names.includes("styles.css") ? "guichet.css" : "[name][extname]") },
    },
  },
});
await build({
  root: here,
  configFile: false,
  logLevel: "warn",
  build: { ssr: join(here, "pages.tsx"), outDir: compiled, emptyOutDir: true },
});

const { documents }: { documents: () => Map<string, string> } = await import(
  pathToFileURL(join(compiled, "pages.js")).href
);
for (const [name, html] of documents()) await writeFile(join(folder, name), html);
console.log(`gallery: ${documents().size} pages in ${folder}`);
