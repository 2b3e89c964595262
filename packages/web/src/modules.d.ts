declare module "virtual:texts" {
  import type { Language } from "@guichet/contract/languages.ts";
  import type { Messages } from "@lingui/core";
  export const catalogues: Record<Language, Record<string, () => Promise<{ default: Messages }>>>;
}
