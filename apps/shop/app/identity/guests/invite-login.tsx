import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Or } from "@guichet/ui/or.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { PageHead, Stack } from "@guichet/ui/page/page.tsx";
import type { ReactNode } from "react";
import { useFormats } from "../../formats/formats.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { withNext } from "../return-path.ts";

/**
 * Choice to sign in, register or continue as a guest. `holderOnly`: the reason why guests cannot buy this cart; null if they
 * can, where the network allows it.
 */
export function InviteLogin({ holderOnly }: { holderOnly: ReactNode }) {
  const t = useT();
  const formats = useFormats();
  const { switches, guestMaxAmount } = usePageContext().network;
  const next = href("checkout");
  return (
    <>
      <Title>{t("identity.invite.title")}</Title>
      <BackLink href={href("cart")} label={t("identity.invite.back")} />
      <PageHead title={t("identity.invite.title")}>{t("identity.invite.text")}</PageHead>
      {!switches.guestOrders && <Notice title={t("identity.invite.closed")}>{t("identity.invite.closed.text")}</Notice>}
      <Stack gap="m">
        <LinkButton variant="main" big href={withNext("auth", next)}>
          {t("identity.login.submit")}
        </LinkButton>
        <LinkButton big href={withNext("register", next)}>
          {t("identity.login.register")}
        </LinkButton>
      </Stack>
      {holderOnly}
      {switches.guestOrders && !holderOnly && (
        <>
          <Or>{t("identity.invite.or")}</Or>
          <Stack gap="m">
            <LinkButton big href={href("inviteLogin", undefined, { guest: "1" })}>
              {t("identity.invite.guest")}
            </LinkButton>
            <p className="small soft">{t("identity.invite.guest.text", { amount: formats.money(guestMaxAmount) })}</p>
          </Stack>
        </>
      )}
    </>
  );
}
