import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { CartPage } from "./cart-page.tsx";
import { FormsPage } from "./forms-page.tsx";
import { OwnPage } from "./own-page.tsx";
import { PartsPage } from "./parts-page.tsx";
import { TicketsPage } from "./tickets-page.tsx";
import { ar, fr, type Words } from "./words.ts";

const pages: Record<string, ComponentType<{ words: Words }>> = {
  shop: TicketsPage,
  cart: CartPage,
  own: OwnPage,
  forms: FormsPage,
  parts: PartsPage,
};

const languages = [
  { lang: "fr", dir: "ltr", words: fr },
  { lang: "ar", dir: "rtl", words: ar },
];

/** All pages of the gallery in both directions and themes, as complete documents by file name. */
export function documents(): Map<string, string> {
  const written = new Map<string, string>();
  for (const [name, Page] of Object.entries(pages)) {
    for (const { lang, dir, words } of languages) {
      const body = renderToStaticMarkup(<Page words={words} />);
      for (const theme of ["light", "dark"]) {
        written.set(
          `${name}-${lang}-${theme}.html`,
          `<!doctype html><html lang="${lang}" dir="${dir}" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>${name}</title><link rel="stylesheet" href="guichet.css"></head><body>${body}</body></html>\n`,
        );
      }
    }
  }
  return written;
}
