import { createServer } from "node:net";
import { PDFDocument } from "@cantoo/pdf-lib";
import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, describe, expect, it, test } from "vitest";
import { inspectionPool } from "../file-inspection/inspection-pool.ts";
import type { Wanted } from "../file-inspection/wanted.ts";
import { clamav, noVirusScan, type VirusScan } from "../integrations/virus-scan.ts";
import { writtenPng } from "../testing/test-bombs.ts";
import { checkFile } from "./check.ts";

const anything: Wanted = { types: ["application/pdf", "image/jpeg", "image/png"], maxSide: 1_000 };
const inspector = inspectionPool((fault) => {
  throw new Error(fault);
});
afterAll(() => inspector.close());
const check = (bytes: Uint8Array, name = "document.pdf", wanted = anything, scan: VirusScan = noVirusScan) =>
  checkFile({ scan, inspector }, { name, bytes: Buffer.from(bytes) }, wanted, "account");
const colour = { r: 20, g: 90, b: 104 };
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: colour } });
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-");

async function pdf(pages = 1, change: (document: PDFDocument) => unknown = () => undefined) {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  await change(document);
  return document.save();
}

describe("an accepted file", () => {
  it("is a PDF that shows pages, stored byte for byte", async () => {
    const bytes = await pdf();
    expect(await check(bytes)).toMatchObject({
      ok: true,
      value: { contentType: "application/pdf", bytes: Buffer.from(bytes), size: null, name: "document.pdf" },
    });
  });

  it.each(["jpeg", "png"] as const)("is a %s by its content, whatever its name says", async (kind) => {
    const bytes = await blank(200, 100).toFormat(kind).toBuffer();
    const checked = await check(bytes, "holiday.exe");
    expect(checked).toMatchObject({
      ok: true,
      value: { contentType: `image/${kind}`, size: { width: 200, height: 100 } },
    });
  });

  // covers §5: uploads pass a security check
  it("is a re-encoded picture: upright, small enough, without its location", async () => {
    const photo = await blank(1_600, 800)
      .withExif({ IFD0: { Copyright: "Marked" }, IFD3: { GPSLatitude: "49/1 53/1 0/1", GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const checked = await check(photo);
    if (!checked.ok) throw new Error(checked.code);
    const { exif, orientation, width, height } = await sharp(checked.value.bytes).metadata();
    expect({ exif, orientation, width, height }).toEqual({
      exif: undefined,
      orientation: undefined,
      width: 500,
      height: 1_000,
    });
  });

  it("has its name without folders", async () => {
    expect(await check(await pdf(), "C:\\documents\\notice.pdf")).toMatchObject({ value: { name: "notice.pdf" } });
    expect(await check(await pdf(), "../../etc/passwd")).toMatchObject({ value: { name: "passwd" } });
  });
});

describe("a refused file is", () => {
  const refused: [name: string, code: string, make: () => Promise<Uint8Array>, fileName?: string][] = [
    ["more than 10 MB", "FILE_TOO_LARGE", async () => Buffer.alloc(uploadMaxBytes + 1)],
    ["a script in SVG", "FILE_TYPE_NOT_ACCEPTED", async () => Buffer.from("<svg onload='alert(1)'/>")],
    ["an SVG after its XML head", "FILE_TYPE_NOT_ACCEPTED", async () => Buffer.from("<?xml version='1.0'?><svg/>")],
    ["a page of HTML", "FILE_TYPE_NOT_ACCEPTED", async () => Buffer.from("<!doctype html><script>1</script>")],
    ["a GIF", "FILE_TYPE_NOT_ACCEPTED", () => blank(9, 9).gif().toBuffer()],
    ["nothing at all", "FILE_TYPE_NOT_ACCEPTED", async () => Buffer.alloc(0)],
    ["an archive", "FILE_TYPE_NOT_ACCEPTED", async () => zipSync({ a: Buffer.from("b") })],
    [
      "a picture of 16,000 by 16,000",
      "FILE_TOO_MANY_PIXELS",
      async () => writtenPng({ width: 16_000, height: 16_000 }),
    ],
    ["half a picture", "FILE_DAMAGED", async () => (await blank(900, 900).jpeg().toBuffer()).subarray(0, 1_500)],
    ["a PDF that is cut off", "FILE_DAMAGED", async () => (await pdf()).subarray(0, 60)],
    ["a PDF of 51 pages", "FILE_DAMAGED", () => pdf(51)],
    ["the industry's test virus", "FILE_UNSAFE", async () => Buffer.from(eicar)],
    ["the test virus within a PDF", "FILE_UNSAFE", async () => Buffer.concat([await pdf(), Buffer.from(eicar)])],
    ["a PDF with a script", "FILE_MIXED", () => pdf(1, (document) => document.addJavaScript("go", "app.alert(1)"))],
    ["a PDF that carries a file", "FILE_MIXED", () => pdf(1, (document) => document.attach(Buffer.from("x"), "x.exe"))],
    ["a name that is turned around", "FILE_NAME_INVALID", () => pdf(), "notice\u202Efdp.exe"],
    ["a name with a sign that nobody sees", "FILE_NAME_INVALID", () => pdf(), "notice\u200B.pdf"],
    ["a name with a line break", "FILE_NAME_INVALID", () => pdf(), "a\r\nSet-Cookie: b"],
    ["a name longer than any", "FILE_NAME_INVALID", () => pdf(), "a".repeat(201)],
  ];
  // covers §5: uploads pass a security check
  // covers §8: file refusals
  it.each(refused)(
    "%s: %s",
    async (_, code, make, fileName) => {
      expect(await check(await make(), fileName)).toMatchObject({ ok: false, code });
    },
    30_000,
  );

  it("a picture of an iPhone, with its type, so that the shop can explain it", async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1")]);
    expect(await check(heic, "IMG_1.HEIC")).toMatchObject({
      code: "FILE_TYPE_NOT_ACCEPTED",
      details: { type: "image/heic" },
    });
  });

  it.each(["jpeg", "png"] as const)("a %s with an archive behind it", async (kind) => {
    const both = Buffer.concat([
      await blank(50, 50).toFormat(kind).toBuffer(),
      zipSync({ "a.exe": Buffer.from("MZ") }),
    ]);
    expect(await check(both)).toMatchObject({ ok: false, code: "FILE_MIXED" });
  });

  it("a picture below the minimum size", async () => {
    const wanted: Wanted = { ...anything, atLeast: { width: 300, height: 400 } };
    const small = await blank(299, 400).jpeg().toBuffer();
    expect(await check(small, "me.jpg", wanted)).toMatchObject({
      code: "FILE_TOO_SMALL",
      details: { width: 300, height: 400 },
    });
    expect(await check(await blank(300, 400).jpeg().toBuffer(), "me.jpg", wanted)).toMatchObject({ ok: true });
  });
});

/** A daemon that responds to INSTREAM like ClamAV. */
async function daemon(answer: (stream: Buffer) => string | undefined) {
  const server = createServer((socket) => {
    let got = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      got = Buffer.concat([got, data]);
      if (!got.subarray(-4).equals(Buffer.alloc(4))) return;
      const said = answer(got);
      if (said === undefined) socket.destroy();
      else socket.end(said);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { scan: clamav({ host: "127.0.0.1", port }), close: () => server.close() };
}

const open: { close(): void }[] = [];
afterAll(() => {
  for (const { close } of open) close();
});

// covers §5: uploads pass a security check
test.each([
  ["stream: OK\0", undefined],
  ["stream: Win.Test.Something FOUND\0", "FILE_UNSAFE"],
  ["INSTREAM size limit exceeded. ERROR\0", "FILE_CHECK_UNAVAILABLE"],
  [undefined, "FILE_CHECK_UNAVAILABLE"],
] as const)("a virus daemon that says %j", async (said, code) => {
  const found = await daemon(() => said);
  open.push(found);
  const checked = await check(await blank(2_000, 2_000).png().toBuffer(), "me.png", anything, found.scan);
  expect(checked).toMatchObject(code === undefined ? { ok: true } : { ok: false, code });
});

test("a virus daemon gets the complete file, in chunks with their length", async () => {
  const bytes = await pdf(1, (document) => document.setTitle("x".repeat(200_000)));
  let sent = Buffer.alloc(0);
  const found = await daemon((stream) => {
    let rest = stream.subarray("zINSTREAM\0".length);
    while (rest.length > 4) {
      const length = rest.readUInt32BE();
      sent = Buffer.concat([sent, rest.subarray(4, 4 + length)]);
      rest = rest.subarray(4 + length);
    }
    return "stream: OK\0";
  });
  open.push(found);
  expect(await check(bytes, "document.pdf", anything, found.scan)).toMatchObject({ ok: true });
  expect(sent.equals(Buffer.from(bytes))).toBe(true);
});

test("when the configured virus daemon is unreachable, no file is accepted", async () => {
  const scan = clamav({ host: "127.0.0.1", port: 9 });
  expect(await check(await pdf(), "document.pdf", anything, scan)).toMatchObject({ code: "FILE_CHECK_UNAVAILABLE" });
});
