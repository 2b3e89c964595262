import { LinkButton } from "@guichet/ui/link-button.tsx";
import { useT } from "../texts/texts.tsx";
import type { WalletLink } from "./wallet-apps.server.ts";

/** Buttons that add a ticket to the wallet apps of the phone; nothing where there is none. */
export function WalletLinks({ links }: { links: readonly WalletLink[] }) {
  const t = useT();
  if (links.length === 0) return null;
  return (
    <div className="no-print stack" data-gap="m" data-two={links.length > 1 ? "" : undefined}>
      {links.map(({ wallet, href }) => (
        <LinkButton key={wallet} href={href}>
          {t(`wallet.add.${wallet}`)}
        </LinkButton>
      ))}
    </div>
  );
}
