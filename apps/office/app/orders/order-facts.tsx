import type { StaffOrder } from "@guichet/contract/office/orders.ts";
import type { Tracking } from "@guichet/contract/orders.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { DeliveryAddress } from "./delivery-address.tsx";

/** Who ordered, where it goes, and the subscription that it belongs to. */
export function OrderFacts({ order }: { order: StaffOrder }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const may = useMay();
  const { customer, delivery, collect, createdAt, amount, preparations, subscription } = order;
  const travellerHref = (id: string) => href("traveller", { network: network.id, id });
  const termsHref = href("legalText", { network: network.id, kind: "terms-of-use" });
  const goes = (support: string) => preparations.some((preparation) => preparation.support === support);
  const isWaiting = preparations.some(
    ({ support, processStatus }) => support === "COLLECT" && processStatus !== "PROCESSED",
  );
  const facts = [
    ...(delivery !== null && goes("SHIPPING")
      ? [
          {
            term: t("orders.address"),
            value: <DeliveryAddress delivery={delivery} />,
          },
        ]
      : []),
    ...(order.tracking !== null ? [{ term: t("orders.tracking"), value: <Followed {...order.tracking} /> }] : []),
    ...(collect !== null && goes("COLLECT")
      ? [
          {
            term: t("orders.collect"),
            value: (
              <>
                {collect.label}
                <br />
                {t("orders.collect.from", { at: formats.shortInstant(collect.startsAt) })}
                {isWaiting && may("orders.fulfil") && (
                  <span className="act-note">
                    <TextLink href={href("moveCollection", { network: network.id, id: order.orderId })}>
                      {t("orders.collect.move")}
                    </TextLink>
                  </span>
                )}
              </>
            ),
          },
        ]
      : []),
    {
      term: t("orders.customer"),
      value: (
        <>
          <TextLink href={travellerHref(customer.travellerId)}>
            <bdi>{customer.name}</bdi>
          </TextLink>
          {customer.email !== customer.name && (
            <span className="fine act-note">
              <bdi dir="ltr">{customer.email}</bdi>
            </span>
          )}
          {customer.isGuest && <span className="fine act-note">{t("orders.guest")}</span>}
        </>
      ),
    },
    ...(subscription === null
      ? []
      : [
          {
            term: t("orders.subscription"),
            value: (
              <TextLink href={travellerHref(subscription.travellerId)}>
                {t(`orders.subscription.${subscription.status}`, {
                  day: formats.lastDayOf(subscription.paidUntil),
                })}
              </TextLink>
            ),
          },
        ]),
    { term: t("orders.placed"), value: formats.shortInstant(createdAt) },
    { term: t("orders.amount"), value: formats.money(amount) },
    ...(may("catalogue.read")
      ? [
          {
            term: t("orders.terms"),
            value: (
              <TextLink href={`${termsHref}?${new URLSearchParams({ at: createdAt })}`}>
                {t("orders.terms.open")}
              </TextLink>
            ),
          },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

/** The tracking number of a parcel, linked to the carrier's page where that is known. */
function Followed({ number, url }: Tracking) {
  const figures = <Figures>{number}</Figures>;
  if (url === null) return figures;
  return (
    <TextLink href={url} rel="noreferrer">
      {figures}
    </TextLink>
  );
}
