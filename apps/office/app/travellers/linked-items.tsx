import type { StaffTraveller } from "@guichet/contract/office/travellers.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import type { ReactNode } from "react";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Everything bound to the traveller's identity, each with the person that it names. */
export function LinkedItems({ traveller }: { traveller: StaffTraveller }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { documents, tickets, cards, subscriptions } = traveller;
  return (
    <>
      <ItemList title={t("travellers.documents")} none={t("travellers.documents.none")}>
        {documents.map(({ documentId, name, state, provenPerson }) => (
          <li key={documentId}>
            <b>{name}</b> · {t(`travellers.document.${state}`)}
            {provenPerson !== null && (
              <span className="fine act-note">
                {t("travellers.document.for", { name: `${provenPerson.firstName} ${provenPerson.lastName}` })}
              </span>
            )}
          </li>
        ))}
      </ItemList>
      <ItemList title={t("travellers.tickets")} none={t("travellers.tickets.none")}>
        {tickets.map(({ ticketId, name, serial, printedName, validUntil }) => (
          <li key={ticketId}>
            <b>{name}</b> · <bdi>{printedName}</bdi>
            <span className="fine act-note">
              <Figures>{serial}</Figures>
              {validUntil !== null && ` · ${t("travellers.until", { day: formats.lastDayOf(validUntil) })}`}
            </span>
          </li>
        ))}
      </ItemList>
      <ItemList title={t("travellers.cards")} none={t("travellers.cards.none")}>
        {cards.map(({ cardId, number, firstName, lastName }) => (
          <li key={cardId}>
            <TextLink href={href("transportCard", { network: network.id, id: cardId })}>
              <Figures>{number}</Figures>
            </TextLink>{" "}
            · <bdi>{`${firstName} ${lastName}`}</bdi>
          </li>
        ))}
      </ItemList>
      <ItemList title={t("travellers.subscriptions")} none={t("travellers.subscriptions.none")}>
        {subscriptions.map(({ subscriptionId, name, endsAt }) => (
          <li key={subscriptionId}>
            <b>{name}</b> · {t("travellers.paid-until", { day: formats.lastDayOf(endsAt) })}
          </li>
        ))}
      </ItemList>
    </>
  );
}

function ItemList({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {children.length === 0 ? <p className="soft">{none}</p> : <ul className="list-disc ps-5">{children}</ul>}
    </section>
  );
}
