import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { NewId, StripeContext } from "./context.ts";
import { nowSeconds } from "./context.ts";
import type { FileRecord } from "./records.ts";
import { invalid, missing } from "./refusals.ts";

export type FileObject = Pick<
  Stripe.File,
  "id" | "object" | "created" | "expires_at" | "filename" | "purpose" | "size" | "title" | "type" | "url"
>;

/** Largest file of evidence that Stripe takes (docs.stripe.com/file-upload). */
export const fileBytesMax = 5 * 1_024 * 1_024;
const types: Readonly<Record<string, string>> = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" };

/** A file as it arrives: its purpose, and the content with its name and type. */
export interface UploadedFile {
  purpose: string;
  name: string;
  type: string;
  content: Uint8Array;
}

/** Reads an upload in multipart form; refuses parameters that Stripe does not know, and a missing file. */
export async function readUpload(contentType: string, body: Uint8Array): Promise<UploadedFile> {
  let form: FormData;
  try {
    form = await new Response(Uint8Array.from(body), { headers: { "content-type": contentType } }).formData();
  } catch {
    throw invalid("Invalid request: the upload could not be parsed.");
  }
  const unknown = [...form.keys()].find((name) => name !== "purpose" && name !== "file");
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, { code: "parameter_unknown", param: unknown });
  const [file, purpose] = [form.get("file"), form.get("purpose")];
  if (!(file instanceof File))
    throw invalid("Missing required param: file.", { code: "parameter_missing", param: "file" });
  if (purpose !== "dispute_evidence") throw invalid("Invalid purpose.", { param: "purpose" });
  return { purpose, name: file.name, type: file.type, content: new Uint8Array(await file.arrayBuffer()) };
}

/** What tells two uploads apart, whatever the boundary of their form. */
export const fingerprintOf = ({ purpose, name, type, content }: UploadedFile): string =>
  [purpose, name, type, createHash("sha256").update(content).digest("hex")].join(" ");

/** Stores an upload; its content is only measured. */
export async function createFile(
  context: StripeContext,
  { purpose, name, type, content }: UploadedFile,
  newId: NewId,
): Promise<FileObject> {
  if (content.length === 0 || content.length > fileBytesMax)
    throw invalid("The file is empty or too large.", { param: "file" });
  const kind = types[type];
  if (kind === undefined) throw invalid(`Files of type ${type} are not accepted for ${purpose}.`, { param: "file" });
  const file: FileRecord = {
    ...{ id: newId("file"), createdSeconds: nowSeconds(context), filename: name },
    ...{ purpose: "dispute_evidence", size: content.length, type: kind },
  };
  await context.store.keep({ file });
  return objectOf(file);
}

export function retrieveFile(context: StripeContext, id: string): FileObject {
  const file = context.store.file(id);
  if (file === undefined) throw missing("file", id);
  return objectOf(file);
}

const objectOf = ({ id, createdSeconds, filename, purpose, size, type }: FileRecord): FileObject => ({
  ...{ id, object: "file", created: createdSeconds, expires_at: null, filename, purpose, size, title: null, type },
  url: `https://files.stripe.com/v1/files/${id}/contents`,
});
