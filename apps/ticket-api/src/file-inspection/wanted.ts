import { uploadTypes } from "@guichet/contract/uploads.ts";
import { z } from "zod";

const Pixels = z.object({ width: z.int().positive(), height: z.int().positive() });

/** What kind of file is wanted where one is sent in. */
export const Wanted = z.object({
  types: z.array(z.enum(uploadTypes)).readonly(),
  /** Pictures are drawn no larger than this on their longer side. */
  maxSide: z.int().positive(),
  /** The least that a picture must have, in pixels, seen upright. */
  atLeast: Pixels.optional(),
});
export type Wanted = z.infer<typeof Wanted>;
