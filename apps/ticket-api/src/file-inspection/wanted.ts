import { uploadTypes } from "@guichet/contract/uploads.ts";
import { z } from "zod";

const Pixels = z.object({ width: z.int().positive(), height: z.int().positive() });

/** The files that an upload accepts. */
export const Wanted = z.object({
  types: z.array(z.enum(uploadTypes)).readonly(),
  /** Maximum length of a picture's longer side after re-encoding. */
  maxSide: z.int().positive(),
  /** Minimum size of a picture, upright, in pixels. */
  atLeast: Pixels.optional(),
});
export type Wanted = z.infer<typeof Wanted>;
