import type { Language } from "@guichet/contract/locales.ts";
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";

/** The context of a toolkit handler. */
export interface ToolkitContext {
  deps: Dependencies;
  network: LoadedNetwork;
  body: ToolkitBody;
  /** The customer's own address, as the calling server forwarded it. */
  address: string;
  knownDevice: string | undefined;
  language: Language;
}

const Text = z.string().max(8192).optional();

/** The known fields of all requests; others are ignored, as in that API. */
export const ToolkitBody = z.object({
  email: z.string().max(1000).optional(),
  password: z.string().max(1000).optional(),
  newPassword: z.string().max(1000).optional(),
  newEmail: z.string().max(1000).optional(),
  idToken: Text,
  oobCode: z.string().max(500).optional(),
  requestType: z.string().max(100).optional(),
  displayName: z.string().max(256).optional(),
  photoUrl: z.string().max(2048).optional(),
  deleteAttribute: z.array(z.string().max(50)).max(20).optional(),
  returnSecureToken: z.union([z.boolean(), z.string()]).optional(),
  grant_type: z.string().max(100).optional(),
  grantType: z.string().max(100).optional(),
  refresh_token: Text,
  refreshToken: Text,
});
export type ToolkitBody = z.infer<typeof ToolkitBody>;
