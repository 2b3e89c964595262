declare module "virtual:texts" {
  import type { Language } from "@guichet/contract/languages.ts";
  import type { Messages } from "@lingui/core";
  /** Loads the list of a language's texts; the list loads them by module. */
  export const catalogues: Record<
    Language,
    () => Promise<{ default: Record<string, () => Promise<{ default: Messages }>> }>
  >;
}
