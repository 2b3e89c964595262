import { CardIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { usePageContext } from "../../page/page-context.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";

/** Sign-in by a transport card, among the sign-in methods; nothing where the network has none (§1 media sign-in). */
export function CardEntry() {
  const t = useT();
  const { network, user } = usePageContext();
  if (!network.switches.mediaSignin || user?.cardDigits != null) return null;
  return (
    <LinkButton big icon={<CardIcon size="s" />} href={href("authMediaSearch")}>
      {t("identity.transport-card")}
    </LinkButton>
  );
}

/** Why somebody who is here by a card is asked to sign in. */
export function CardSessionNotice() {
  const t = useT();
  const digits = usePageContext().user?.cardDigits;
  if (digits == null) return null;
  return (
    <Notice title={t("identity.transport-card.limited.title")}>
      {t("identity.transport-card.limited.text", { digits })}
    </Notice>
  );
}
