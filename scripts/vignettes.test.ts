import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractText, getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { runOperatorCommand } from "../apps/ticket-api/src/testing/operator-command.ts";
import { openTestApi, type TestApi } from "../apps/ticket-api/src/testing/test-api.ts";
import { testArticle, testPack } from "../apps/ticket-api/src/testing/test-pack.ts";
import { testPerson } from "../apps/ticket-api/src/testing/test-people.ts";
import { orderOf } from "../apps/ticket-api/src/testing/test-purchase.ts";

const languages = ["fr", "en", "ar", "it", "es"] as const;
/** Each command is a separate process, which takes time on a busy machine. */
const limit = { timeout: 120_000 };
let api: TestApi;
let folder: string;
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const articles = [testArticle({ id: "carnet", price: 0, trips: 9, validity: { from: "purchase", duration: "P1Y" } })];
  const network = { domains: ["billets.example"], languages: [...languages] };
  api = await openTestApi({
    packs: [testPack({ id: "north", network, articles }), testPack({ id: "south" }), testPack({ id: "fleet" })],
  });
  folder = await mkdtemp(path.join(tmpdir(), "guichet-vignettes-"));
});
beforeEach(async () => {
  await writeFile(file("fleet.csv"), 'number,kind,name,line\nBUS42,vehicle,Bus 42,A\nquai-1b,stop,"Gare, quai B",\n');
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string) => path.join(folder, name);

function vignettes(...words: string[]) {
  const { databaseUrl } = api.deps.config;
  const settings = { DATABASE_URL: databaseUrl, SHOP_PUBLIC_URL: "https://shop.example" };
  return runOperatorCommand("vignettes", words, settings);
}

const codesIn = async (picture: ImageData | Uint8Array): Promise<string[]> =>
  (await readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 6 })).map(({ text }) => text);

const scale = 4;

/** Renders a page's filled shapes, above all the bars of codes: black on white, `scale` pixels per point. */
async function pictureOf(pdf: Uint8Array, number: number): Promise<ImageData> {
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(pdf.slice())).getPage(number);
  const [, , width = 0, height = 0] = page.view.map((side) => Math.round(side * scale));
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const { fnArray, argsArray } = await page.getOperatorList();
  fnArray.forEach((name, at) => {
    const [painted, [path]] = name === OPS.constructPath ? argsArray[at] : [undefined, [undefined]];
    if (painted !== OPS.fill || !path) return;
    for (const [left, top, right, bottom] of rectanglesIn(path)) {
      // A white background is as high as a code; bars are lower.
      const shade = bottom - top > 20 ? 255 : 0;
      for (let y = Math.round(top * scale); y < Math.round(bottom * scale); y += 1) {
        for (let x = Math.round(left * scale); x < Math.round(right * scale); x += 1)
          data.fill(shade, (y * width + x) * 4, (y * width + x) * 4 + 3);
      }
    }
  });
  return { data, width, height, colorSpace: "srgb", pixelFormat: "rgba-unorm8" } as ImageData;
}

/** Rectangles of a path as pdf.js lists it: to a corner (0), lines to the others (1), and closed (4). */
function rectanglesIn(path: ArrayLike<number>): [number, number, number, number][] {
  const found: [number, number, number, number][] = [];
  const values = Array.from(path);
  for (let at = 0; at + 12 < values.length; ) {
    const [move, left = 0, top = 0, first, , , second, right = 0, bottom = 0] = values.slice(at, at + 9);
    if (move !== 0 || first !== 1 || second !== 1) break;
    found.push([Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)]);
    at += 9;
    while (at < values.length && values[at] !== 0) at += values[at] === 4 ? 1 : 3;
  }
  return found;
}

// covers §7: POST Vignette/decode, GET Vignette/sticker
test("vignettes are loaded from a file, listed, changed, and withdrawn", limit, async () => {
  const loaded = await vignettes("load", "fleet", file("fleet.csv"));
  expect(loaded).toMatchObject({ code: 0, out: expect.stringContaining("fleet: 2 created, 0 changed, 0 unchanged") });
  await writeFile(file("fleet.csv"), "kind,number,name\nvehicle,BUS42,Bus 42\nvehicle,BUS43,Bus 43\n");
  const again = await vignettes("load", "fleet", file("fleet.csv"));
  expect(again.out).toBe(
    "fleet: 1 created, 1 changed, 0 unchanged\n  created  BUS43  vehicle  Bus 43\n  changed  BUS42  vehicle  Bus 42",
  );
  expect(await vignettes("withdraw", "fleet", "bus43", "NONE9")).toMatchObject({
    code: 1,
    err: "fleet has no vignette NONE9; nothing was changed.",
  });
  expect((await vignettes("withdraw", "fleet", "bus 43")).out).toBe("fleet: withdrawn BUS43");
  expect((await vignettes("list", "fleet")).out).toBe("BUS42  vehicle  Bus 42\nQUAI1B  stop  Gare, quai B");
  expect((await vignettes("list", "south")).out).toBe("south has no vignettes.");
});

// covers §7: POST Vignette/decode, GET Vignette/sticker
test(
  "the codes of sheet and picture are read by another library; each links to the shop, and punches once",
  limit,
  async () => {
    await vignettes("load", "north", file("fleet.csv"));
    const sheet = await vignettes("print", "north", file("sheet.pdf"));
    expect(sheet.out).toContain("the codes lead to https://billets.example/account/wallet");
    const pdf = new Uint8Array(await readFile(file("sheet.pdf")));
    const printed = await codesIn(await pictureOf(pdf, 1));
    expect(printed).toHaveLength(2);
    expect((await vignettes("print", "north", file("one.png"), "bus42")).code).toBe(0);
    const [pictured = ""] = await codesIn(new Uint8Array(await readFile(file("one.png"))));
    expect(printed).toContain(pictured);
    expect(pictured).toMatch(/^https:\/\/billets\.example\/account\/wallet\?vignette=1\.north\.BUS42\./);

    const person = await testPerson(api.deps);
    const { token } = person;
    await api.call("placeOrder", orderOf(person, 0, { productId: "carnet" }), {
      token,
      idempotencyKey: "buys-a-carnet",
    });
    const tickets = () => api.call("tickets", {}, { token });
    const ticketId = (await tickets()).body.items[0]?.ticketId ?? "";
    const punch = () =>
      api.call("punchTicket", { ticketId, vignette: pictured }, { token, idempotencyKey: "one-punch" });
    for (const answer of [await punch(), await punch()])
      expect(answer.body.use.place).toEqual({ stickerId: "BUS42", kind: "vehicle", name: "Bus 42", line: "A" });
    expect((await tickets()).body.items[0]?.tripsLeft).toBe(8);
  },
);

// covers §7: POST Vignette/decode, GET Vignette/sticker
test(
  "a sheet shows number, network, location, and in each of its languages the purpose; six fit on a page",
  limit,
  async () => {
    const rows = Array.from({ length: 7 }, (_, at) => `TRAM${at},vehicle,Tram ${at},`).join("\n");
    await writeFile(file("trams.csv"), `number,kind,name,line\n${rows}\n`);
    await vignettes("load", "north", file("trams.csv"));
    const numbers = Array.from({ length: 7 }, (_, at) => `TRAM${at}`);
    expect((await vignettes("print", "north", file("trams.pdf"), ...numbers)).code).toBe(0);
    const pdf = new Uint8Array(await readFile(file("trams.pdf")));
    const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false });
    const letters = (words = "") => words.replace(/[\s\p{M}\p{Cf}]/gu, "");
    expect(text).toHaveLength(2);
    expect(letters(text[1])).toContain(letters("TRAM6 Tram 6"));
    for (const said of [
      "Scannez ce code pour valider votre billet ici.",
      "Scan this code to validate your ticket here.",
      "امسح هذا الرمز لتفعيل تذكرتك هنا",
      "Inquadra questo codice per convalidare qui il biglietto.",
      "Escanee este código para validar aquí su billete.",
    ])
      expect(letters(text[1])).toContain(letters(said));
    expect(await codesIn(await pictureOf(pdf, 1))).toHaveLength(6);
  },
);

test("a faulty file changes nothing, and each error is reported with its line", limit, async () => {
  const wrong = "number,kind,name,line\nB1,vehicle,Bus 1,\nBUS50,boat,,\nBUS51,vehicle,Bus 51,A\nbus51,vehicle,Bus,\n";
  await writeFile(file("wrong.csv"), wrong);
  expect(await vignettes("load", "south", file("wrong.csv"))).toMatchObject({
    code: 1,
    err: [
      `${file("wrong.csv")} was not loaded, nothing was changed:`,
      "  line 2: number B1: 4 to 12 letters and digits",
      "  line 3: kind boat: vehicle or stop",
      "  line 3: name: 1 to 80 characters",
      "  line 5: number BUS51 stands twice",
    ].join("\n"),
  });
  await writeFile(file("wrong.csv"), "number,name,colour\nBUS50,Bus 50,red\n");
  expect((await vignettes("load", "south", file("wrong.csv"))).err).toContain(
    "  line 1: there is no column kind\n  line 1: unknown column colour",
  );
  await writeFile(file("wrong.csv"), "");
  expect((await vignettes("load", "south", file("wrong.csv"))).err).toContain("  no vignette in it");
  expect((await vignettes("list", "south")).out).toBe("south has no vignettes.");
});

test("an impossible request is refused with its reason", limit, async () => {
  const refused: [string[], number, string][] = [
    [["load", "nowhere", file("fleet.csv")], 1, "There is no network nowhere."],
    [["load", "south", file("none.csv")], 1, `${file("none.csv")} cannot be read.`],
    [["print", "south", file("south.pdf")], 1, "south has no vignettes."],
    [["print", "north", file("x.pdf"), "NONE9"], 1, "north has no vignette NONE9; nothing was changed."],
    [["print", "north", file("x.png")], 1, "A picture shows one vignette: give its number."],
    [["print", "north", file("x.doc")], 1, `${file("x.doc")}: a sheet ends in .pdf, a picture in .png.`],
    [["print", "north"], 2, "Vignettes: stickers"],
  ];
  for (const [words, code, said] of refused) {
    const answer = await vignettes(...words);
    expect([answer.code, answer.err.startsWith(said)], words.join(" ")).toEqual([code, true]);
  }
  expect((await vignettes("--help")).out).toContain("vignettes -- load <network> <file.csv>");
});
