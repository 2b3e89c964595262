import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { FastifyRequest } from "fastify";
import type { Values } from "./values.ts";

/** An uploaded file. Its name comes from the sender, and its type is unverified. */
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
 * Reads a multipart form (RFC 7578) of text fields and at most one file, in the field `part`. Refuses other content types, a second file, a
 * repeated field, and a file above 10 MB.
 */
export async function readForm(request: FastifyRequest, fileField: string): Promise<Result<Form>> {
  if (!request.isMultipart()) return err("CONTENT_TYPE_UNSUPPORTED");
  const values: Record<string, unknown> = Object.create(null);
  let upload: Upload | undefined;
  const limits = { fileSize: uploadMaxBytes, files: 1, fields: fieldsMax, fieldSize: fieldMaxBytes, parts: fieldsMax };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "file") {
        const bytes = await part.toBuffer();
        if (part.fieldname !== fileField) return err("FIELD_UNKNOWN", { field: part.fieldname });
        upload = { name: part.filename ?? "", bytes };
        continue;
      }
      if (part.valueTruncated || part.fieldnameTruncated) return err("BODY_TOO_LARGE");
      // Only the file field may carry a file; every other part is text.
      if (part.fieldname in values) return err("FIELDS_CONFLICT", { field: part.fieldname });
      values[part.fieldname] = part.value;
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
  // The parser's own errors (a missing boundary, an invalid header) have no code; the sender causes them.
  return "BODY_MALFORMED";
}
