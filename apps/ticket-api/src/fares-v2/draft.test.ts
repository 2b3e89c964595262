import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { describe, expect, test } from "vitest";
import { checkPack } from "../networks/pack-checks.ts";
import { sampleFares } from "../testing/sample-fares.ts";
import { testFeedFiles } from "../testing/test-feed.ts";
import { testPack } from "../testing/test-pack.ts";
import type { Draft } from "./draft-catalogue.ts";
import { draftFromFeed } from "./draft-from-feed.ts";

function draftOf(files: ReadonlyMap<string, Buffer>): Draft {
  const reading = draftFromFeed(files, undefined);
  if (!reading.ok)
    throw new Error(reading.faults.map(({ file, line, message }) => `${file} ${line} ${message}`).join());
  return reading.draft;
}
const article = ({ catalogue }: Draft, id: string): PackArticle | undefined =>
  catalogue.articles.find((each) => each.id === id);
const notes = ({ notes: list }: Draft) => list.map(({ id, message }) => `${id}: ${message}`);

describe("a feed with Fares v2", () => {
  const draft = draftOf(sampleFares());

  // covers: Fares v2: a feed alone gives a draft of the catalogue, and a report of what the draft cannot express
  test("gives an article for each product, rider category and price, in the language of the feed", () => {
    expect(draft.catalogue.articles.map(({ id, price }) => [id, price])).toEqual([
      ["single-adult", 250],
      ["single-student", 120],
      ["weekend", 400],
      ["uphill", 300],
    ]);
    expect(article(draft, "single-adult")).toMatchObject({
      name: { en: "Single ticket" },
      summary: { en: "City bus" },
      audience: { en: "Adult" },
      group: "single",
      supports: ["COLLECT", "MEDIA"],
      requiredDocuments: [],
      validity: { from: "first-use", duration: "PT90M" },
    });
  });

  test("asks a document of every rider category but the default, with the page that explains it", () => {
    expect(article(draft, "single-student")).toMatchObject({ requiredDocuments: ["student"], supports: ["MEDIA"] });
    expect(draft.catalogue.documentTypes).toMatchObject([
      { id: "student", name: { en: "Student" }, description: { en: "https://a.example/students" } },
    ]);
  });

  test("turns areas into words and whole days of a timeframe into weekdays", () => {
    expect(article(draft, "uphill")).toMatchObject({
      summary: { en: "Lower town → high" },
      supports: ["DEMATERIALIZED"],
    });
    expect(article(draft, "weekend")?.advice).toMatchObject({ weekdays: [6, 7] });
  });

  test("reports everything that the draft leaves out, by id or line", () => {
    expect(notes(draft)).toEqual([
      "harbour: not sold on the fare medium cash (cash or bank card on board)",
      "rebate: not sold: it reduces the price of a transfer",
      "single: valid in some areas or networks only: the draft says so in its summary, and nothing checks it",
      "single: at most 2 free transfers: the draft does not limit them",
      "weekend: how long it is valid is not in the feed: the draft says an hour from the first use",
      "uphill: valid in some areas or networks only: the draft says so in its summary, and nothing checks it",
      "uphill: how long it is valid is not in the feed: the draft says an hour from the first use",
      'student: who belongs to the rider category is not in the feed: the draft asks for the document "Student"; state the ages instead where they decide',
      "fare_transfer_rules.txt, line 3: the price of a transfer from singles to hills is left out: tickets are sold whole",
      "fare_leg_join_rules.txt, line 2: legs joined to one are left out",
      "fare_leg_rules.txt: priorities between rules are left out: the draft offers every product",
    ]);
  });

  test("gives a catalogue that an import accepts", () => {
    const pack = testPack({ network: { languages: ["en"] } });
    const faults = checkPack({ ...pack, catalogue: draft.catalogue }).filter(({ file }) => file === "catalogue.json");
    expect(faults).toEqual([]);
  });

  test("of another currency sells nothing in it, and says so", () => {
    const pack = testPack({ network: { currency: "CHF" }, articles: [] });
    const reading = draftFromFeed(sampleFares(), pack);
    expect(reading.ok && reading.draft.catalogue).toEqual(pack.catalogue);
    expect(reading.ok && notes(reading.draft)).toContain("single: not sold: its currency is EUR, not CHF");
  });
});

describe("a feed with the older files of fares only", () => {
  const filesOf = (changes: Record<string, string> = {}) =>
    new Map(Object.entries({ ...testFeedFiles, ...changes }).map(([name, text]) => [name, Buffer.from(text)]));

  test("gives one article for its fares between zones, priced by the feed, and one for each other fare", () => {
    const draft = draftOf(
      filesOf({
        "fare_attributes.txt":
          "fare_id,price,currency_type,payment_method,transfers,transfer_duration\none-12,2.40,EUR,0,0,\nnight,3.00,EUR,0,1,3600\n",
        "fare_rules.txt": "fare_id,route_id,origin_id,destination_id\none-12,,1,2\nnight,slow,,\n",
      }),
    );
    expect(draft.catalogue.articles).toMatchObject([
      { id: "journey", price: 0, originDestination: {}, name: { fr: "Trajet" } },
      { id: "night", price: 300, validity: { from: "first-use", duration: "PT60M" } },
    ]);
    expect(notes(draft)).toEqual([
      "night: valid on some routes only, which the draft does not say",
      "night: at most 1 transfers: the draft does not limit them",
      expect.stringMatching(/^journey: 1 fares between zones: /),
      "journey: how long it is valid is not in the feed: the draft says an hour from the first use",
    ]);
  });

  test("is refused with a price that is none, and a feed without fares too", () => {
    const wrong = draftFromFeed(
      filesOf({ "fare_attributes.txt": "fare_id,price,currency_type\nf,free,EUR\n", "fare_rules.txt": "fare_id\n" }),
      undefined,
    );
    expect(wrong).toMatchObject({
      faults: [{ file: "fare_attributes.txt", line: 2, message: "fare f: price free is not an amount of EUR" }],
    });
    expect(draftFromFeed(new Map(), undefined)).toMatchObject({
      faults: [{ message: "the feed has no fares: neither this file nor fare_attributes.txt" }],
    });
  });
});
