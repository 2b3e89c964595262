import { uploadMaxBytes, uploadNameMaxLength } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FileRefusal, UploadType } from "@guichet/contract/uploads.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Wanted } from "../file-inspection/wanted.ts";
import type { Upload } from "../http/multipart-form.ts";

/** A file as it is kept: checked, pictures drawn anew. */
export interface CheckedFile {
  contentType: UploadType;
  bytes: Buffer;
  /** Pixels, of pictures. */
  size: { width: number; height: number } | null;
  /** As the sender called it, without its folders. */
  name: string;
}

/**
 * Checks a file that an account sent in, and draws pictures anew (§5 "Uploaded files must pass a security check"): size,
 * name, viruses here; kind by content, what hides in it and its pixels in a confined process (decision 092), as nothing
 * that a stranger packed is unpacked in this one. Nothing of it is kept before this is done.
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
  const kept = "bytes" in value ? { bytes: value.bytes, size: value.size } : { bytes, size: null };
  return ok({ contentType, name: name.value, ...kept });
}

/** The test file of the anti-virus industry (EICAR), in two parts so that no scanner finds it here. */
const testVirus = Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-"));

/** The last part of a name. Signs that turn the writing around, or that nobody sees, hide an ending and are refused. */
function fileName(given: string): Result<string, "FILE_NAME_INVALID"> {
  const name = given.split(/[/\\]/).at(-1)?.trim() ?? "";
  const hides = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name);
  if (hides || name.length > uploadNameMaxLength) return err("FILE_NAME_INVALID");
  return ok(name);
}
