import { Button } from "@guichet/ui/button.tsx";
import { Dialog, Drawer } from "@guichet/ui/dialog.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { CartLines } from "./cart-lines.tsx";
import { CartTotal } from "./cart-total.tsx";
import { useCartQuote } from "./use-cart-quote.ts";
import { useWideScreen } from "./use-wide-screen.ts";

interface CartAddedProps {
  name: string;
  onClose: () => void;
}

/** Confirmation that an article was added: a drawer with the whole cart on wide screens, a short dialog on phones. */
export function CartAdded({ name, onClose }: CartAddedProps) {
  const t = useT();
  const isWide = useWideScreen();
  const words = {
    id: "cart-added",
    title: t("cart.added.title"),
    close: t("shell.close"),
    open: true,
    onClose,
    foot: (
      <>
        <Button type="button" onClick={onClose}>
          {t("cart.added.go-on")}
        </Button>
        <LinkButton variant="main" href={href("cart")}>
          {t("cart.view")}
        </LinkButton>
      </>
    ),
  };
  const added = (
    <Notice tone="ok" role="status">
      {t("cart.added.text", { name })}
    </Notice>
  );
  if (!isWide) return <Dialog {...words}>{added}</Dialog>;
  return (
    <Drawer {...words}>
      <div className="stack">
        {added}
        <DrawerCart />
      </div>
    </Drawer>
  );
}

function DrawerCart() {
  const quote = useCartQuote();
  return (
    <>
      <CartLines quote={quote} />
      <CartTotal quote={quote} />
    </>
  );
}
