import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, it, test } from "vitest";
import { packedObject, writtenPdf } from "../testing/test-pdfs.ts";
import { checkPdf } from "./check-pdf.ts";

const codeOf = async (bytes: Buffer) => {
  const checked = await checkPdf(bytes);
  return checked.ok ? "taken" : checked.code;
};
/** A page with an element that acts when it is touched. */
const touched = (action: string) =>
  writtenPdf({ page: "/Annots [4 0 R]", more: [`<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`] });
const opened = (action: string) => writtenPdf({ catalog: `/OpenAction ${action}` });
const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";

describe("a PDF that opens, sends, starts or embeds anything is refused", () => {
  const actions = {
    "a script": script,
    "a program": "<< /S /Launch /F (calc.exe) >>",
    "a form sent": "<< /S /SubmitForm /F (https://x.example) >>",
    "a form filled from a file": "<< /S /ImportData /F (x.fdf) >>",
    "another document": "<< /S /GoToR /F (x.pdf) /D [0 /Fit] >>",
    "an embedded document": "<< /S /GoToE /D [0 /Fit] >>",
    "a thread of another document": "<< /S /Thread /F (x.pdf) /D 0 >>",
    "a rendition": "<< /S /Rendition /OP 0 >>",
    "a film": "<< /S /Movie >>",
    "a sound": "<< /S /Sound >>",
    "rich media": "<< /S /RichMediaExecute >>",
    "a file of the reader": "<< /S /URI /URI (file:///etc/passwd) >>",
    "a share of the network": "<< /S /URI /URI (\\\\\\\\server\\\\share) >>",
    "a script as an address": "<< /S /URI /URI (javascript:alert\\(1\\)) >>",
    "a link of unknown kind": "<< /S /URI >>",
    "a script after a page": `<< /S /GoTo /D [3 0 R /Fit] /Next ${script} >>`,
  };
  it.each(Object.entries(actions))("%s, when it is touched", async (_, action) => {
    expect(await codeOf(touched(action))).toBe("FILE_MIXED");
  });
  // covers §5: a PDF with active content is refused
  it.each(Object.entries(actions))("%s, when it is opened", async (_, action) => {
    expect(await codeOf(opened(action))).toBe("FILE_MIXED");
  });

  it.each([
    ["a page of the web that opens by itself", opened("<< /S /URI /URI (https://x.example) >>")],
    ["the printer, by itself", opened("<< /S /Named /N /Print >>")],
    [
      "a page of the web after a page, by itself",
      opened("<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /URI /URI (https://x.example) >>] >>"),
    ],
    ["an event of a page", writtenPdf({ page: "/AA << /O << /S /URI /URI (https://x.example) >> >>" })],
    ["an event of the document", writtenPdf({ catalog: "/AA << /WC 4 0 R >>", more: ["<< /S /Hide >>"] })],
    ["scripts by name", writtenPdf({ catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` })],
    ["files by name", writtenPdf({ catalog: "/Names << /EmbeddedFiles << /Names [] >> >>" })],
    ["a file next to a page", writtenPdf({ page: "/Annots [<< /Subtype /FileAttachment >>]" })],
    ["a film on a page", writtenPdf({ page: "/Annots [<< /Subtype /Movie >>]" })],
    ["a form of another kind", writtenPdf({ catalog: "/AcroForm << /XFA [] >>" })],
  ])("%s", async (_, bytes) => {
    expect(await codeOf(bytes)).toBe("FILE_MIXED");
  });
});

describe("hidden actions are found as well", () => {
  const packed = packedObject(script);
  it.each([
    ["with an escaped name", opened("<< /S /J#61vaScript /J#53 (1) >>")],
    ["in an object stream", writtenPdf({ catalog: "/OpenAction 10 0 R", more: [packed] })],
    ["in an object stream that does not say what it is", writtenPdf({ more: [packedObject(script, { type: "" })] })],
    [
      "in an object stream, escaped",
      writtenPdf({ more: [packedObject("<< /S /#4aavaScript >>", { type: "/Typ#65 /ObjSt#6d" })] }),
    ],
    [
      "in an earlier revision",
      writtenPdf({ more: [script], after: "4 0 obj\nnull\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n" }),
    ],
    [
      "in a later revision",
      writtenPdf({ more: ["null"], after: `4 0 obj\n${script}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n` }),
    ],
    ["between objects that no table names", writtenPdf({ after: `junk ${script}\n` })],
    [
      "in the bytes of a picture",
      writtenPdf({ more: [{ entries: "", bytes: Buffer.from(`9 0 obj ${script} endobj`) }] }),
    ],
    ["by its key alone", writtenPdf({ more: ["<< /JS (1) >>"] })],
    ["as the kind of something, elsewhere", writtenPdf({ more: ["/Sound", "<< /S 4 0 R >>"] })],
  ])("%s", async (_, bytes) => {
    expect(["FILE_MIXED", "FILE_DAMAGED"]).toContain(await codeOf(bytes));
  });
});

describe("a PDF that only shows pages is accepted", () => {
  it.each([
    ["nothing but a page", writtenPdf()],
    ["the page at which it opens", opened("[3 0 R /Fit]")],
    ["the same as an action", opened("<< /S /GoTo /D [3 0 R /Fit] >>")],
    ["a link to the web that is followed by hand", touched("<< /S /URI /URI (https://www.caf.fr/verifier) >>")],
    ["a link without a scheme", touched("<< /S /URI /URI (www.caf.fr) >>")],
    [
      "an address and a number",
      touched("<< /S /URI /URI (mailto:aide@caf.fr) /Next << /S /URI /URI (tel:+33123456789) >> >>"),
    ],
    ["a link to a page of its own", touched("<< /S /GoTo /D [3 0 R /Fit] >>")],
    ["objects in object streams", writtenPdf({ more: [packedObject("<< /Title (A) >>")] })],
    ["words that name actions elsewhere", writtenPdf({ more: ["<< /Title (Sound and Movie, Launch) /Sound 1 >>"] })],
  ])("%s", async (_, bytes) => {
    expect(await codeOf(bytes)).toBe("taken");
  });
});

// covers §5: a PDF with active content is refused
test("an encrypted PDF, even without a password, cannot be inspected and is refused", async () => {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: "", ownerPassword: "owner" });
  expect(await codeOf(Buffer.from(await document.save()))).toBe("FILE_DAMAGED");
  const hidden = writtenPdf({ after: "trailer << /Root 1 0 R /Encr#79pt << /Filter /Standard >> >>\n%%EOF\n" });
  expect(await codeOf(hidden)).toBe("FILE_DAMAGED");
});
