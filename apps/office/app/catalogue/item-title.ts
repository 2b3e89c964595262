import { termsKinds } from "@guichet/contract/network-pack.ts";
import { CatalogueItemKind, type DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { useT } from "../shell/texts.tsx";

/** The title of an item of a draft: its name, or what the settings or the legal text are. */
export function useItemTitle() {
  const t = useT();
  return (kind: DraftItemKind, itemId: string, name: string): string => {
    const text = termsKinds.find((one) => one === itemId);
    if (kind === "legal-text") return text === undefined ? itemId : t(`catalogue.legal.${text}`);
    return CatalogueItemKind.safeParse(kind).success ? name : t(`catalogue.kind.${kind}`);
  };
}
