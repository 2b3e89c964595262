import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect } from "vitest";
import { z } from "zod";
import { faultsOf } from "./axe-violations.ts";
import { type Installation, runCommand } from "./installation.ts";
import type { Shopper } from "./shopper.ts";

/** Checks a step with axe, reloads it, and finds it again. */
export async function staysAfterReload({ page, heading }: Shopper, title: string): Promise<void> {
  await heading(title).waitFor();
  expect(await faultsOf(page), title).toEqual([]);
  await page.reload();
  await heading(title).waitFor();
}

/** A picture of a face, as a phone takes it. */
export async function facePicture({ dataDir }: Installation): Promise<string> {
  const file = path.join(dataDir, "face.jpg");
  const picture = sharp({ create: { width: 1_200, height: 800, channels: 3, background: { r: 180, g: 120, b: 90 } } });
  await writeFile(file, await picture.jpeg().toBuffer());
  return file;
}

/** Opens the tunnel for these travellers from the account's cards, up to the choice of support for the new cards. */
export async function askForNewCards({ page, words: { t }, link, button, heading }: Shopper, names: readonly string[]) {
  await link(t("transport-cards.new")).click();
  await heading(t("tunnel.passengers.title")).waitFor();
  for (const name of names) await page.getByRole("checkbox", { name }).check();
  await button(t("tunnel.continue")).click();
  await heading(t("tunnel.media.title")).waitFor();
  await page.getByRole("radio", { name: t("tunnel.media.physical") }).check();
  await button(t("tunnel.continue")).click();
  await heading(t("tunnel.card.title")).waitFor();
}

/** Uploads the picture that each traveller's card needs. */
export async function givePictures({ page, words: { t }, link, button }: Shopper, names: string[], photo: string) {
  for (const name of names) {
    await link(t("tunnel.profiles.picture.add", { name })).click();
    await page.locator("input[type=file]").setInputFiles(photo);
    await button(t("travellers.picture.use")).click();
    await link(t("tunnel.profiles.picture.change", { name })).waitFor();
  }
}

/** Declares a traveller's tariff status in the details of the cards. */
export async function declareStatus({ page, words: { t }, link, button }: Shopper, name: string, status: string) {
  await link(t("tunnel.profiles.edit", { name })).click();
  await page.getByLabel(t("travellers.status"), { exact: true }).selectOption(status);
  await button(t("tunnel.profiles.save")).click();
  await link(t("tunnel.profiles.edit", { name })).waitFor();
}

/** The choice of a pass for one traveller. */
export const passOf = ({ page, words }: Shopper, name: string, pass: string) =>
  page
    .getByRole("group", { name: words.t("tunnel.selection.of", { name }) })
    .getByRole("radio", { name: words.article(pass) });

/** A card of the demo, as returned by `GET /demo`. */
const DemoCard = z.object({ networkId: z.string(), number: z.string(), firstName: z.string(), birthDate: z.string() });
export type DemoCard = z.infer<typeof DemoCard>;

/** The demo's card of a person, in the network `demo`. */
export async function demoCardOf({ api }: Installation, bearer: string): Promise<DemoCard> {
  const { cards } = z.object({ cards: z.array(DemoCard) }).parse(await (await fetch(`${api}/demo`)).json());
  const card = cards.find(({ networkId, firstName }) => networkId === "demo" && firstName === bearer);
  if (card === undefined) throw new Error(`the demo has no card of ${bearer}`);
  return card;
}

/** Enters a card's number and its bearer's birth date. */
export async function typeCard({ page, words: { t } }: Shopper, card: Pick<DemoCard, "number" | "birthDate">) {
  const [year = "", month = "", day = ""] = card.birthDate.split("-");
  await page.getByLabel(t("transport-cards.number")).fill(card.number);
  await page.getByLabel(t("transport-cards.day"), { exact: true }).fill(day);
  await page.getByLabel(t("transport-cards.month"), { exact: true }).fill(month);
  await page.getByLabel(t("transport-cards.year"), { exact: true }).fill(year);
}

/** Changes the network `demo` so that it sells no dematerialised articles: they are handed over on paper instead. */
export async function sellOnlyPhysical(guichet: Installation): Promise<void> {
  const folder = path.join(guichet.dataDir, "only-physical");
  const run = async (...words: string[]) => {
    const { code, printed } = await runCommand(guichet, "network", ...words);
    if (code !== 0) throw new Error(printed);
  };
  await run("export", "demo", folder);
  const file = path.join(folder, "catalogue.json");
  const catalogue = Catalogue.parse(JSON.parse(await readFile(file, "utf8")));
  for (const article of catalogue.articles) {
    const others = article.supports.filter((support) => support !== "DEMATERIALIZED");
    article.supports = others.length === 0 ? ["PHYSICAL"] : others;
  }
  await writeFile(file, JSON.stringify(catalogue));
  await run("import", folder);
}
const Catalogue = z.looseObject({ articles: z.array(z.looseObject({ supports: z.array(z.string()) })) });
