/** Kinds of file that are taken, by their content. */
export const uploadTypes = ["application/pdf", "image/jpeg", "image/png"] as const;
export type UploadType = (typeof uploadTypes)[number];

/** Why a file that is sent in is not kept; every call that takes one may refuse so (§5, §8). */
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
