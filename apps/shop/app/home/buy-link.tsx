import type { Money } from "@guichet/contract/values.ts";
import { type AnchorProps, LinkProvider } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import type { MouseEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useFormats } from "../formats/formats.ts";
import type { SheetState } from "../page/sheet-state.ts";
import { href } from "../paths.ts";
import { T } from "../texts/texts.tsx";

interface BuyLinkProps {
  itemId: string;
  price: Money;
  /** Completes the label for screen readers: " Ticket 1 heure". */
  hint: string;
}

/** Button with the price that opens the purchase of an article: as a sheet over the list, or as a page without script. */
export function BuyLink({ itemId, price, hint }: BuyLinkProps) {
  const { money } = useFormats();
  const to = href("express", undefined, { item: itemId, price: `${price.amount}` });
  return (
    <LinkProvider anchor={SheetAnchor}>
      <LinkButton variant="main" href={to}>
        <span>
          <T
            id="home.buy"
            values={{ amount: money(price) }}
            components={{ sum: <bdi dir="ltr" className="figures" /> }}
          />
        </span>
        <VisuallyHidden> {hint}</VisuallyHidden>
      </LinkButton>
    </LinkProvider>
  );
}

/** Link that opens its page as a sheet; a click that asks for another tab or window opens the page itself. */
function SheetAnchor({ href: to, ...rest }: AnchorProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const sheet: SheetState = { to, key: crypto.randomUUID() };
    void navigate({ search }, { state: { sheet }, preventScrollReset: true, defaultShouldRevalidate: false });
  };
  return <Link to={to} onClick={open} {...rest} />;
}
