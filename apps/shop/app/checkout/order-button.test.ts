import { languages } from "@guichet/contract/languages.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { expect, test } from "vitest";
import { readTexts } from "../../scripts/texts.ts";
import { translateWith } from "../texts/texts.tsx";
import { orderWords } from "./order-button.tsx";

const { catalogues } = readTexts();

// covers: the button that orders reads alike for every payment method, with the amount
test.each(languages)(
  "in %s the button to order begins alike with and without a payment, and ends with the amount",
  (language) => {
    const t = translateWith(i18nOf(language, catalogues[language]));
    const { money } = formatsFor(language, "Europe/Paris");
    const said = (cents: number) => {
      const amount = money({ amount: cents, currency: "EUR" });
      const words = t(orderWords({ amount: cents, currency: "EUR" }), { amount }).replace(/<\/?sum>/g, "");
      return { words, amount };
    };
    const [paid, free] = [said(4200), said(0)];
    expect(paid.words.endsWith(paid.amount)).toBe(true);
    expect(free.words.endsWith(free.amount)).toBe(true);
    expect(free.words.split(" ")[0]).toBe(paid.words.split(" ")[0]);
    expect(free.words).not.toBe(paid.words);
  },
);
