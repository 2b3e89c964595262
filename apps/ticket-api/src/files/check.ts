import { uploadMaxBytes, uploadNameMaxLength } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FileRefusal, UploadType } from "@guichet/contract/uploads.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Wanted } from "../file-inspection/wanted.ts";
import type { Upload } from "../http/multipart-form.ts";

/** A checked file, ready to be stored; pictures are re-encoded. */
export interface CheckedFile {
  contentType: UploadType;
  bytes: Buffer;
  /** Pixels, of pictures. */
  size: { width: number; height: number } | null;
  /** The sender's file name, without its folders. */
  name: string;
}

/**
 * Checks a file that an account uploaded (§5 "Uploaded files must pass a security check"). Checks size, name and viruses here; checks type,
 * hidden content and pixels, and re-encodes pictures, in a confined process (decision 092), because untrusted files are never unpacked in
 * this process. Stores nothing.
 */
export async function checkFile(
  { scan, inspector }: Pick<Dependencies, "scan" | "inspector">,
  { name: given, bytes }: Upload,
  wanted: Wanted,
  accountId: string,
): Promise<Result<CheckedFile, FileRefusal>> {
  if (bytes.length > uploadMaxBytes) return err("FILE_TOO_LARGE", { maxBytes: uploadMaxBytes });
  const name = fileName(given);
  if (!name.ok) return name;
  const scanned = await scan(bytes);
  if (scanned === "unavailable") return err("FILE_CHECK_UNAVAILABLE");
  if (scanned === "infected" || bytes.includes(testVirus)) return err("FILE_UNSAFE");
  const inspected = await inspector.inspect(bytes, wanted, accountId);
  if (!inspected.ok) return inspected;
  const { value } = inspected;
  const { contentType } = value;
  const content = "bytes" in value ? { bytes: value.bytes, size: value.size } : { bytes, size: null };
  return ok({ contentType, name: name.value, ...content });
}

/** The test file of the anti-virus industry (EICAR), split so that no scanner finds it in this source. */
const testVirus = Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-"));

/** The last segment of a name. Refuses control, bidirectional and invisible characters, which can hide an extension. */
function fileName(given: string): Result<string, "FILE_NAME_INVALID"> {
  const name = given.split(/[/\\]/).at(-1)?.trim() ?? "";
  const hides = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name);
  if (hides || name.length > uploadNameMaxLength) return err("FILE_NAME_INVALID");
  return ok(name);
}
