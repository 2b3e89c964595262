import { Notice } from "@guichet/ui/notice.tsx";
import { useT } from "../texts/texts.tsx";

/** Why a subscription is not bought without an account: there it is seen to and ended. */
export function HolderOnly() {
  const t = useT();
  return <Notice>{t("subscriptions.holder-only")}</Notice>;
}
