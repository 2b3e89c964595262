import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { texts } from "./scripts/texts-plugin.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(), tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
});
