import { readTexts, type TextFolder } from "@guichet/texts/text-files.ts";
import { describe, expect, it } from "vitest";
import { officeTexts } from "../apps/office/scripts/texts.ts";
import { shopTexts } from "../apps/shop/scripts/texts.ts";
import { ticketApiTexts } from "../apps/ticket-api/scripts/texts.ts";

const apps: [name: string, texts: TextFolder][] = [
  ["shop", shopTexts],
  ["office", officeTexts],
  ["ticket-api", ticketApiTexts],
];

describe.each(apps)("the texts of %s", (_name, folder) => {
  const texts = readTexts(folder);

  // covers §1: five languages, Arabic from right to left
  it("are there in every language of the app, with the same parameters and all plurals", () => {
    for (const language of folder.languages)
      expect(Object.keys(texts.catalogues[language]).sort()).toEqual([...texts.parameters.keys()]);
  });
});
