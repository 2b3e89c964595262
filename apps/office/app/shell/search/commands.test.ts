import { readTexts } from "@guichet/texts/text-files.ts";
import { i18nOf } from "@guichet/texts/translate.ts";
import { expect, it } from "vitest";
import { officeTexts } from "../../../scripts/texts.ts";
import { translateWith } from "../texts.tsx";
import { foundCommands, permittedCommands } from "./commands.ts";

const { catalogues } = readTexts(officeTexts);
type Words = "fr" | "en";
const commandsOf = (language: Words, roles: Parameters<typeof permittedCommands>[1]["roles"]) =>
  permittedCommands(translateWith(i18nOf(language, catalogues[language])), { id: "demo", roles });
const screens = (typed: string, language: Words = "fr", roles: Parameters<typeof commandsOf>[1] = ["admin"]) =>
  foundCommands(commandsOf(language, roles), typed).map(({ screen }) => screen);

// covers: screens and actions are opened by typing their name, only those that one's roles may open
it("a role finds what it may open, and nothing else", () => {
  expect(screens("", "fr", ["examiner"])).toEqual(["documents", "refundRequests", "password", "secondFactor"]);
  expect(screens("inviter", "fr", ["manager"])).toEqual([]);
  expect(screens("inviter")).toEqual(["inviteStaff"]);
  expect(screens("caisse", "fr", ["accountant"])).toEqual(["drawers"]);
});

it("accents, letter case, marks and the order of the words do not matter; the beginning of each word is enough", () => {
  expect(screens("DEDOMMAGEMENT prep")).toEqual(["newCampaign"]);
  expect(screens("caisse", "fr", ["agent"])).toEqual(["ownDrawer"]);
  expect(screens("drawer cash", "en", ["agent"])).toEqual(["ownDrawer"]);
  const arabic = { screen: "refunds", label: "", href: "", words: "الموافقه علي المبالغ" } as const;
  expect(foundCommands([arabic], "مبالغ")).toEqual([arabic]);
  expect(foundCommands([arabic], "بالغ")).toEqual([]);
});

it("a command leads to the screen of the network", () => {
  const [found] = foundCommands(commandsOf("en", ["agent"]), "my cash drawer");
  expect(found?.href).toBe("/demo/counter/drawer");
});
