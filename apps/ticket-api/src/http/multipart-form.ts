import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FastifyRequest } from "fastify";
import type { Values } from "./values.ts";

/** A file as it came: its name is what the sender says, and its kind nobody's word. */
export interface Upload {
  name: string;
  bytes: Buffer;
}

export interface Form {
  values: Values;
  upload: Upload | undefined;
}

const fieldsMax = 40;
const fieldMaxBytes = 20_000;
const malformed = new Set(["FST_PARTS_LIMIT", "FST_FIELDS_LIMIT", "FST_FILES_LIMIT", "FST_PROTO_VIOLATION"]);

/**
 * Reads a multipart form (RFC 7578) of text fields and at most one file, which comes under `part`. Refuses another
 * content type, a second file, a field sent twice, and a file above 10 MB.
 */
export async function readForm(request: FastifyRequest, part: string): Promise<Result<Form>> {
  if (!request.isMultipart()) return err("CONTENT_TYPE_UNSUPPORTED");
  const values: Record<string, unknown> = Object.create(null);
  let upload: Upload | undefined;
  const limits = { fileSize: uploadMaxBytes, files: 1, fields: fieldsMax, fieldSize: fieldMaxBytes, parts: fieldsMax };
  try {
    for await (const given of request.parts({ limits })) {
      if (given.type === "file") {
        const bytes = await given.toBuffer();
        if (given.fieldname !== part) return err("FIELD_UNKNOWN", { field: given.fieldname });
        upload = { name: given.filename ?? "", bytes };
        continue;
      }
      if (given.valueTruncated || given.fieldnameTruncated) return err("BODY_TOO_LARGE");
      // A form has text only where a file is awaited: what comes there is no file.
      if (given.fieldname in values) return err("FIELDS_CONFLICT", { field: given.fieldname });
      values[given.fieldname] = given.value;
    }
  } catch (failure) {
    return err(codeOf(failure));
  }
  return ok({ values: { ...values }, upload });
}

function codeOf(failure: unknown): "FILE_TOO_LARGE" | "BODY_TOO_LARGE" | "BODY_MALFORMED" {
  const code = typeof failure === "object" && failure !== null && "code" in failure ? failure.code : undefined;
  if (code === "FST_REQ_FILE_TOO_LARGE") return "FILE_TOO_LARGE";
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return "BODY_TOO_LARGE";
  if (typeof code === "string" && malformed.has(code)) return "BODY_MALFORMED";
  // The parser's own faults (a boundary that never comes, a header that is none) have no code; they are the sender's.
  return "BODY_MALFORMED";
}
