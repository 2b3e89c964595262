import { fileTypeFromBuffer } from "file-type";

/** The media type of a file by its content, `heic` for every picture of that family, "unknown" otherwise. */
export async function typeOf(bytes: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  if (found !== undefined) return found.mime === "image/heif" ? "image/heic" : found.mime;
  const start = bytes.subarray(0, 1_000).toString("latin1").trimStart().toLowerCase();
  if (/<svg[\s>]/.test(start)) return "image/svg+xml";
  return /^(<!doctype html|<html|<script)/.test(start) ? "text/html" : "unknown";
}

/** The last record of a ZIP archive, which readers search from the end: a file with one is an archive too. */
const zipEnd = Buffer.from("PK\u0005\u0006", "latin1");
const otherArchives = [Buffer.from("Rar!\u001a\u0007", "latin1"), Buffer.from("7z\u00bc\u00af\u0027\u001c", "latin1")];

/** Checks whether a file is at the same time an archive. */
export const carriesArchive = (bytes: Buffer): boolean =>
  bytes.includes(zipEnd) || otherArchives.some((signature) => bytes.includes(signature));
