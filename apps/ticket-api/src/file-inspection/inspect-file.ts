import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FileRefusal, UploadType } from "@guichet/contract/uploads.ts";
import { carriesArchive, typeOf } from "./content.ts";
import type { Wanted } from "./wanted.ts";

/** The result of an inspection: the type by content; for pictures also the re-encoded bytes and their size in pixels. */
export type Inspected =
  | { contentType: "application/pdf" }
  | { contentType: "image/jpeg" | "image/png"; bytes: Buffer; size: { width: number; height: number } };

/**
 * Inspects an uploaded file: type by content, hidden content, pixels; re-encodes pictures. Runs in the confined process only (decision
 * 092), because it unpacks untrusted files.
 */
export async function inspectFile(bytes: Buffer, wanted: Wanted): Promise<Result<Inspected, FileRefusal>> {
  const type = await typeOf(bytes);
  if (!isWanted(type, wanted)) return err("FILE_TYPE_NOT_ACCEPTED", { type, accepted: wanted.types.join(",") });
  if (carriesArchive(bytes)) return err("FILE_MIXED");
  if (type === "application/pdf") {
    const { checkPdf } = await import("./check-pdf.ts");
    const checked = await checkPdf(bytes);
    return checked.ok ? ok({ contentType: type }) : checked;
  }
  const { reencodePicture } = await import("./reencode-picture.ts");
  const drawn = await reencodePicture(bytes, type, wanted);
  return drawn.ok ? ok({ contentType: type, ...drawn.value }) : drawn;
}

const isWanted = (type: string, { types }: Wanted): type is UploadType => (types as readonly string[]).includes(type);
