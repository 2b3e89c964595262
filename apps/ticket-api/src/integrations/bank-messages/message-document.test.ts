import { expect, test } from "vitest";
import { bytes, statusReportXml } from "../../testing/providers/bank-samples.ts";
import { MessageFault, messageLimits, readDocument } from "./message-document.ts";
import { statusReportNamespaces } from "./payment-status-report.ts";

const xml = statusReportXml({ groupStatus: "ACCP" });
const read = (content: Uint8Array) => readDocument(content, statusReportNamespaces);
const doctype = (declaration: string) => bytes(xml.replace("<Document", `${declaration}<Document`));
const nested = (depth: number) =>
  bytes(xml.replace("<GrpHdr>", `<GrpHdr>${"<a>".repeat(depth)}${"</a>".repeat(depth)}`));

test("a message is read", () => {
  expect(read(bytes(xml)).localName).toBe("Document");
});

test.each([
  ["a document type", doctype("<!DOCTYPE Document>"), "document type"],
  ["an entity", doctype('<!doctype Document [<!entity a "b">]>'), "document type"],
  ["an end that is missing", bytes(xml.slice(0, -20)), "not well-formed"],
  ["nothing in it", new Uint8Array(), "not well-formed"],
  ["an unknown entity", bytes(xml.replace("STATUS-1", "&other;")), "not well-formed"],
  ["bytes that are not UTF-8", new Uint8Array([...bytes(xml.slice(0, 60)), 0xff, 0xfe]), "UTF-8"],
  ["too many levels", nested(messageLimits.depth), "nested deeper"],
  ["another namespace", bytes(xml.replace("urn:iso", "urn:other")), "not a Document"],
  ["more bytes than allowed", new Uint8Array(messageLimits.bytes + 1), "bytes"],
])("a file with %s is refused", (_, content, fault) => {
  expect(() => read(content)).toThrow(MessageFault);
  expect(() => read(content)).toThrow(fault);
});
