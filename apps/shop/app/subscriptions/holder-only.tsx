import { Notice } from "@guichet/ui/notice.tsx";
import { useT } from "../texts/texts.tsx";

/** Explains that a subscription requires an account, where it is managed and ended. */
export function HolderOnly() {
  const t = useT();
  return <Notice>{t("subscriptions.holder-only")}</Notice>;
}
