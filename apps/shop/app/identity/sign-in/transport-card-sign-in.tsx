import { CardIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { usePageContext } from "../../page/page-context.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";

/** Sign-in with a transport card; renders nothing if the network does not offer it (§1 media sign-in). */
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

/** Explains why a user signed in by transport card must sign in fully. */
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
