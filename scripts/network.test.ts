import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../apps/ticket-api/src/testing/database.ts";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let scratch: string;
beforeAll(async () => {
  database = await testDatabase();
  scratch = await mkdtemp(join(tmpdir(), "guichet-network-"));
});
afterAll(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

const network = (...words: string[]) => runOperatorCommand("network", words, { DATABASE_URL: database.url });

test("a pack is imported, exported and imported again without a change", async () => {
  const first = await network("import", "networks/bare");
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining("  added     article crossing") });
  expect(await network("export", "bare", join(scratch, "bare"))).toMatchObject({ code: 0 });
  const again = await network("import", join(scratch, "bare"));
  expect(again.out).toMatch(/^bare: nothing changed \(\d+ items unchanged\)$/);
});

test("an error, an unknown network and an unknown client are reported, with exit code 1", async () => {
  const fault = await network("import", "networks");
  expect(fault).toMatchObject({
    code: 1,
    err: expect.stringContaining("nothing was changed:\n  network.json: the file"),
  });
  expect(await network("export", "west", join(scratch, "west"))).toMatchObject({
    code: 1,
    err: "There is no network west.",
  });
  const client = await network("import", "networks/zones", "--client", "nobody");
  expect(client).toMatchObject({ code: 1, err: "There is no client nobody; nothing was changed." });
  expect((await network("export", "zones", join(scratch, "zones"))).code).toBe(1);
});

test("an export does not write into a folder with other content", async () => {
  await writeFile(join(scratch, "letter.txt"), "");
  const refused = await network("export", "bare", scratch);
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining("is not a pack: it contains bare, letter.txt"),
  });
});

// covers: Fares v2: a catalogue is exported as the specification says, and imports back unchanged
test("the fares of a network are exported, and drafted again without a change; a faulty feed is refused whole", async () => {
  const [feed, drafts] = [join(scratch, "fares"), join(scratch, "drafts")];
  expect(await network("import", "networks/bare")).toMatchObject({ code: 0 });
  const exported = await network("export-fares", "bare", feed);
  expect(exported).toMatchObject({ code: 0, out: expect.stringContaining("\nFares v2 does not express:\n  crossing") });
  const drafted = await network("draft-from-feed", feed, drafts, "--pack", "networks/bare");
  expect(drafted).toMatchObject({ code: 0, out: `${join(drafts, "catalogue.json")} written: 5 articles` });
  const own = await readFile("networks/bare/catalogue.json", "utf8");
  expect(await readFile(join(drafts, "catalogue.json"), "utf8")).toBe(own);
  await writeFile(join(feed, "fare_media.txt"), "fare_media_id,fare_media_type\nDEMATERIALIZED,9\n");
  expect(await network("draft-from-feed", feed, join(scratch, "none"))).toMatchObject({
    code: 1,
    err: expect.stringContaining("fare_media.txt, line 2: fare_media_type 9 is not 0 or 1 or 2 or 3 or 4"),
  });
  expect((await stat(join(scratch, "none")).catch(() => undefined))?.isDirectory()).toBe(undefined);
});

test("wrong use prints the help", async () => {
  expect(await network("--help")).toMatchObject({
    code: 0,
    out: expect.stringContaining("network -- import <folder>"),
  });
  expect(await network("import")).toMatchObject({
    code: 2,
    err: expect.stringContaining("network -- import <folder>"),
  });
});
