import type { CollectSite } from "@guichet/contract/networks.ts";
import { AgencyIcon, PhoneIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { HomeIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead, Split } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { openingWords } from "@guichet/web/opening-hours.ts";
import { AddressLine } from "../addresses/address-line.tsx";
import { type CartState, useCart } from "../cart/cart-state.ts";
import type { CartDelivery } from "../cart/stored-values.ts";
import { Amount } from "../formats/amount.tsx";
import { useFormats } from "../formats/formats.ts";
import { useFrame } from "../page/frame.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { needsAddress } from "./checkout-guard.ts";
import { needsCollect } from "./collection/collect-choice.ts";
import { CollectItem } from "./collection/collect-item.tsx";
import { arrivalWords, OrderReceipt } from "./order-receipt.tsx";

export type ReceiptParts = Omit<Parameters<typeof OrderReceipt>[0], "children">;

/** Delivery step for articles that are not on the phone: collection at an agency or shipping by post. */
export function DeliveryStep({ sites, receipt }: { sites: readonly CollectSite[]; receipt: ReceiptParts }) {
  const t = useT();
  const formats = useFormats();
  const cart = useCart();
  const has = (support: string) => cart.lines.some((line) => line.support === support);
  return (
    <Split aside={<OrderReceipt {...receipt}>{<ContinueButton receipt={receipt} />}</OrderReceipt>}>
      <PageHead title={t("checkout.delivery.title")} />
      {has("PHYSICAL") && <Agencies sites={sites} />}
      {has("COLLECT") && (
        <section className="stack" data-gap="m" aria-labelledby="collect">
          <h2 id="collect">{t("checkout.delivery.collect")}</h2>
          <Sheet list>
            <CollectItem now={receipt.now} />
          </Sheet>
        </section>
      )}
      {has("SHIPPING") && (
        <section className="stack" data-gap="m" aria-labelledby="shipping">
          <h2 id="shipping">{t("checkout.delivery.shipping")}</h2>
          <p>{arrivalWords(receipt, t, formats)}</p>
          <Sheet list>
            <AddressItem delivery={cart.delivery} />
          </Sheet>
        </section>
      )}
      {has("DEMATERIALIZED") && <Notice icon={<PhoneIcon />}>{t("checkout.delivery.digital")}</Notice>}
    </Split>
  );
}

function ContinueButton({ receipt }: { receipt: ReceiptParts }) {
  const t = useT();
  const cart = useCart();
  const next = nextOf(cart, receipt.now);
  return (
    <>
      <LinkButton href={next.to} variant="main" big end={<Amount money={receipt.quote.totalAmount} />}>
        {t(next.words)}
      </LinkButton>
      <p className="small soft">{t("checkout.pay-later")}</p>
    </>
  );
}

/** Returns the target and label of the continue button: the missing choice first, then the details step. */
function nextOf(cart: Pick<CartState, "lines" | "delivery" | "collect">, now: string) {
  if (needsCollect(cart, now)) return { to: href("collect"), words: "checkout.delivery.collect.add" } as const;
  if (needsAddress(cart)) return { to: href("shippingAddress"), words: "checkout.delivery.address.add" } as const;
  return { to: href("checkout", undefined, { step: "details" }), words: "checkout.continue" } as const;
}

function Agencies({ sites }: { sites: readonly CollectSite[] }) {
  const t = useT();
  const { language } = useFrame();
  return (
    <section className="stack" data-gap="m" aria-labelledby="agencies">
      <h2 id="agencies">{t("checkout.delivery.physical")}</h2>
      <p>{t("checkout.delivery.physical.text")}</p>
      <Sheet list>
        {sites.map(({ siteId, label, openingHours, ...site }) => (
          <Item
            key={siteId}
            icon={<AgencyIcon />}
            name={<bdi>{label}</bdi>}
            note={
              <>
                <AddressLine address={site} />
                <br />
                {openingWords(openingHours, language)}
              </>
            }
          />
        ))}
      </Sheet>
    </section>
  );
}

/** Shipping address, with a link to enter or change it. */
export function AddressItem({ delivery }: { delivery: CartDelivery | null }) {
  const t = useT();
  if (!delivery) {
    return (
      <Item
        href={href("shippingAddress")}
        icon={<HomeIcon />}
        name={t("checkout.delivery.address.add")}
        note={t("checkout.delivery.shipping.none")}
      />
    );
  }
  const { fullname, addressState } = delivery;
  return (
    <Item
      icon={<HomeIcon />}
      name={<bdi>{fullname}</bdi>}
      note={
        <>
          <AddressLine address={delivery} />
          {addressState !== "" && (
            <>
              , <bdi>{addressState}</bdi>
            </>
          )}
        </>
      }
      end={
        <ToolLink href={href("shippingAddress")} aria-label={t("checkout.edit.address")}>
          {t("checkout.edit")}
        </ToolLink>
      }
    />
  );
}
