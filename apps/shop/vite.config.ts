import { texts } from "@guichet/web/texts-plugin.ts";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { shopTexts } from "./scripts/texts.ts";

/**
 * What every page runs, and what home, product and cart share, in one file: it packs a twentieth smaller than in twenty,
 * and is fetched in one go. Whatever only some screens need stays out of it. `server/first-view.test.ts` weighs it.
 * The entry stays out: it draws as soon as it runs, and the screens have to be there by then.
 */
const base = [
  /^\0(virtual:texts|vite\/preload-helper\.js|rolldown\/runtime\.js)$/,
  /node_modules\/(react|react-dom|scheduler|react-router|@lingui\/(core|react)|use-sync-external-store)\//,
  /apps\/shop\/app\/(paths|layout\/(anchor|default-layout|document|empty-layout|header-tools|language-links|page-frame))\.tsx?$/,
  /apps\/shop\/app\/texts\/(formatted|texts|use-refusal-text)\.tsx?$/,
  /apps\/shop\/app\/(page|formats)\/[\w-]+\.tsx?$/,
  /apps\/shop\/app\/cart\/(cart-state|stored-values|use-desk)\.tsx?$/,
  /packages\/(contract\/src\/(language-prefix|languages|limits|outcome)|rules\/src\/(cart|days|money|payment-options))\.ts$/,
  /packages\/web\/src\/(catalogues|formats|frame|inline|texts|theme)\.tsx?$/,
  /packages\/ui\/src\/(alert-band|button|checkbox|count|disclosure|dropdown|error-summary|field-frame|figures|footer|glyph|header|hydrated)\.tsx?$/,
  /packages\/ui\/src\/(icons|lines|link|link-button|live-region|notice|page|price|progress-bar|quantity|receipt|sheet|skip-link)\.tsx?$/,
  /packages\/ui\/src\/(tab-bar|ticket|tickets|tool|total|visually-hidden)\.tsx?$/,
];

/** What the cart's page shares with the cart beside the shop and with checkout. */
const cart = [
  /apps\/shop\/app\/cart\/(cart-sum|fetch-cart-quote|latest-quote|line-words|order-lines|use-cart-quote|voucher-box)\.tsx?$/,
];
/** What is chosen of an article and what is wrong with it: for its page and the parts of it that come when asked for. */
const choice = [/apps\/shop\/app\/catalogue\/(choice|field-faults)\.ts$/, /packages\/rules\/src\/(emails|fields)\.ts$/];
const among = (shapes: readonly RegExp[]) => (id: string) => shapes.some((shape) => shape.test(id.split("?")[0] ?? ""));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(shopTexts), tailwindcss(), reactRouter()],
  // React itself has had this since its version 18.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "base", test: among(base) },
                { name: "cart-parts", test: among(cart) },
                { name: "choice", test: among(choice) },
              ],
            },
          },
        },
      },
    },
  },
});
