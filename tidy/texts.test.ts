import { readTexts, type TextFolder } from "@guichet/texts/text-files.ts";
import { type AllowedDigits, typedDigits } from "@guichet/texts/typed-digits.ts";
import { describe, expect, it } from "vitest";
import { officeTexts } from "../apps/office/scripts/texts.ts";
import { sandboxTexts } from "../apps/sandbox/scripts/texts.ts";
import { shopTexts } from "../apps/shop/scripts/texts.ts";
import { ticketApiTexts } from "../apps/ticket-api/scripts/texts.ts";
import { files, isTest, read } from "./tree.ts";

/** Numbers without a constant in the code, each with its reason. */
const shopDigits: readonly AllowedDigits[] = [
  { ids: /\.birth-date\.hint$/, why: "an example of a birth date" },
  { ids: /^identity\.unverified\.code-hint$/, why: "an example of a code" },
  {
    ids: /^documents\.input\.(ine|codeCogInseeDepartementNaissance)$/,
    why: "the form of a number that the state assigns",
  },
];
const officeDigits: readonly AllowedDigits[] = [
  { ids: /^staff\.factor\.(scan|confirm)$/, why: "the steps of setting up, counted" },
  {
    ids: /^transport-cards\.((import|blocks)\.hint|import\.no-text|fault\.(encoding|expiry))$/,
    why: "the name of an encoding, an example of a date",
  },
];
const sandboxDigits: readonly AllowedDigits[] = [
  { ids: /^payment\.(expiry-hint|fault\.expiry-wrong)$/, why: "an example of an expiry date" },
  { ids: /^payment\.(code-hint|fault\.code-wrong|test-cards-intro)$/, why: "the digits of a card's security code" },
];

const apps: [name: string, texts: TextFolder, allowed: readonly AllowedDigits[]][] = [
  ["shop", shopTexts, shopDigits],
  ["office", officeTexts, officeDigits],
  ["ticket-api", ticketApiTexts, []],
  ["sandbox", sandboxTexts, sandboxDigits],
];

describe.each(apps)("the texts of %s", (_name, folder, allowed) => {
  const texts = readTexts(folder);

  // covers §1: five languages, Arabic from right to left
  it("exist in every language of the app, with the same parameters and all plurals", () => {
    for (const language of folder.languages)
      expect(Object.keys(texts.catalogues[language]).sort()).toEqual([...texts.parameters.keys()]);
  });

  it("state limits and amounts by parameters: no digit is typed into one", () => {
    expect(typedDigits(texts, allowed)).toEqual([]);
  });

  it("use each exception from that", () => {
    const used = typedDigits(texts, []).map((found) => found.split(/[ :]/)[1] ?? "");
    expect(allowed.filter(({ ids }) => !used.some((id) => ids.test(id)))).toEqual([]);
  });
});

describe("the pages of the office", () => {
  // A page in the browser has the texts of its own folder and of the shell only: another one's show their id there.
  it("use the texts of their own folder and of the shell", () => {
    const wrong = files
      .filter((file) => /^apps\/office\/app\/[^/]+\/[^/]+\.tsx$/.test(file) && !isTest(file))
      .flatMap((file) => {
        const own = file.split("/")[3];
        const used = [...read(file).matchAll(/\b(?:t\(\s*|id=\{?)["'`]([a-z-]+)\./g)].map(([, folder]) => folder);
        return used.filter((folder) => folder !== own && folder !== "shell").map((folder) => `${file}: ${folder}`);
      });
    expect(wrong).toEqual([]);
  });
});
