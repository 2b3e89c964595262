import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { texts } from "./scripts/texts-plugin.ts";

/**
 * What every page runs, in one file: it packs a twentieth smaller than in twenty, and is fetched in one go. Whatever only
 * some screens need stays out of it.
 */
const base = [
  /^\0(virtual:texts|vite\/preload-helper\.js)$/,
  /node_modules\/(react|react-dom|scheduler|react-router|@lingui\/(core|react)|use-sync-external-store)\//,
  /apps\/shop\/app\/(paths|shell\/(?!.*\.screen|refusal-texts)[\w-]+|cart\/(cart-state|stored-values))\.tsx?$/,
  /packages\/(contract\/src\/(languages|limits|outcome)|rules\/src\/(cart|payment-options))\.ts$/,
  /packages\/ui\/src\/(alert-band|button|count|dialog|dropdown|footer|glyph|header|hydrated|icons|link|link-button|live-region)\.tsx?$/,
  /packages\/ui\/src\/(page|progress-bar|skip-link|state-ticket|tab-bar|ticket|tool|visually-hidden)\.tsx?$/,
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(), tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "base", test: (id: string) => base.some((shape) => shape.test(id.split("?")[0] ?? "")) },
              ],
            },
          },
        },
      },
    },
  },
});
