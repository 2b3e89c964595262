import { Notice } from "@guichet/ui/notice.tsx";
import { useT } from "../texts/texts.tsx";

/** In the place of the button that puts an article into the cart, while a preview is open. */
export function NotSoldHere() {
  const t = useT();
  return <Notice>{t("preview.not-sold-here")}</Notice>;
}
