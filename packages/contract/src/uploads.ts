/** Accepted file types, detected by content. */
export const uploadTypes = ["application/pdf", "image/jpeg", "image/png"] as const;
export type UploadType = (typeof uploadTypes)[number];

/** Error codes of every call that accepts a file (§5, §8). */
export const fileRefusals = [
  "FILE_TOO_LARGE",
  "FILE_TYPE_NOT_ACCEPTED",
  "FILE_NAME_INVALID",
  "FILE_DAMAGED",
  "FILE_TOO_MANY_PIXELS",
  "FILE_TOO_SMALL",
  "FILE_TOO_COMPLEX",
  "FILE_MIXED",
  "FILE_UNSAFE",
  "FILE_CHECK_UNAVAILABLE",
] as const;
export type FileRefusal = (typeof fileRefusals)[number];
