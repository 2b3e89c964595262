import { texts } from "@guichet/web/texts-plugin.ts";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { officeTexts } from "./scripts/texts.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(officeTexts), tailwindcss(), reactRouter()],
  // React has included this hook since version 18.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
});
