import { Notice } from "@guichet/ui/notice.tsx";
import { useT } from "../texts/texts.tsx";

export { LineProof } from "./line-proof.tsx";

/** Notice in the cart line whose right has just been confirmed. */
export function ConfirmedRight() {
  const t = useT();
  return <Notice tone="ok" role="status" title={t("documents.proof.confirmed")} />;
}
