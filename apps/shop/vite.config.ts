import { texts } from "@guichet/web/texts-plugin.ts";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { chunkGroups } from "./scripts/chunks.ts";
import { shopTexts } from "./scripts/texts.ts";

/** The common scripts, which load notices, and those of the cart: the payment result, proofs, errors of lines. */
const rarelyLoading = /\/(?:base|needed-by-home-cart|payment-result\.layout|cart\.screen)-/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(shopTexts), tailwindcss(), reactRouter()],
  // Libraries import this shim for React before version 18, which exports the hook itself.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // What these load on demand is rare, and every first view would carry the list of its imports.
      resolveDependencies: (_file, dependencies, { hostId }) => (rarelyLoading.test(hostId) ? [] : dependencies),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
    },
  },
});
