import type { CheaperPass } from "@guichet/contract/cart.ts";
import { deletionWithdrawalDays } from "@guichet/contract/limits/personal-data-limits.ts";
import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import {
  CardIcon,
  DocumentIcon,
  GiftIcon,
  PersonIcon,
  PlusIcon,
  ReceiptIcon,
  TicketIcon,
  TrashIcon,
} from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { CameraIcon, KeyIcon, ScreenIcon, SettingsIcon, ShieldIcon, SignOutIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Split } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Plate } from "@guichet/ui/tickets/plate.tsx";
import type { ReactNode } from "react";
import { Form, useSearchParams } from "react-router";
import { AddressText } from "../identity/forms/email-text.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { fileHref, href } from "../paths.ts";
import { PaymentMethods } from "../payments/payment-methods.tsx";
import { AccountSubscriptions } from "../subscriptions/account-subscriptions.tsx";
import { CheaperPasses } from "../subscriptions/cheaper-passes.tsx";
import { T, useT } from "../texts/texts.tsx";
import "../travellers/picture.css";
import type { NextTicket, OwnData, Person, UnpaidTicket } from "./account-overview.server.ts";
import { NextTicketStrip } from "./next-ticket.tsx";
import { OwnDataCopy } from "./own-data-copy.tsx";
import { UnpaidNotice } from "./unpaid-notice.tsx";

interface AccountHomeProps {
  own: OwnData;
  ticket: NextTicket | undefined;
  unpaid: UnpaidTicket | undefined;
  people: Person[];
  cards: readonly SavedPaymentMethod[];
  /** null: the subscriptions cannot be read now. */
  subscriptions: readonly Subscription[] | null;
  /** Passes that would have cost less than the tickets of the last days. */
  cheaper: readonly CheaperPass[];
}

/** Home page of the account: greeting, next ticket, travellers, and links to all pages of the account. */
export function AccountHome({ own, ticket, unpaid, people, cards, subscriptions, cheaper }: AccountHomeProps) {
  const t = useT();
  const { network } = usePageContext();
  return (
    <Page>
      <Title>{t("accounts.title")}</Title>
      <Greeting own={own} />
      <Split aside={<Settings own={own} />}>
        <div className="stack" data-gap="l">
          <FlashMessage own={own} />
          <UnpaidNotice unpaid={unpaid} />
          {cheaper.length > 0 && <CheaperPasses passes={cheaper} />}
          <Section id="now" title={t("accounts.ticket.title")}>
            <NextTicketStrip ticket={ticket} />
          </Section>
          {own.isHolder && <People people={people} />}
          {own.isHolder && network.switches.subscriptions && (
            <Section id="subscriptions" title={t("accounts.subscriptions")}>
              <AccountSubscriptions subscriptions={subscriptions} />
            </Section>
          )}
          {own.isHolder && (
            <Section id="payment-methods" title={t("accounts.payment-methods")}>
              <PaymentMethods cards={cards} />
            </Section>
          )}
          <TicketsAndDocuments own={own} />
        </div>
      </Split>
    </Page>
  );
}

function Greeting({ own }: { own: OwnData }) {
  return (
    <PageHead title={<T id="accounts.hello" values={{ name: own.firstName }} components={{ name: <bdi /> }} />}>
      <T
        id={own.isVerified ? "accounts.number.verified" : "accounts.number.unverified"}
        values={{ number: own.customerNumber }}
        components={{ number: <Figures>{own.customerNumber}</Figures> }}
      />
    </PageHead>
  );
}

function People({ people }: { people: Person[] }) {
  const t = useT();
  return (
    <Section id="people" title={t("accounts.people")}>
      <Sheet list>
        {people.map((person) => (
          <PersonItem key={person.userId} person={person} />
        ))}
        <Item href={href("travellerNew")} icon={<PlateOf icon={<PlusIcon />} />} name={t("travellers.new")} />
      </Sheet>
    </Section>
  );
}

/** Links to tickets, receipts, transport cards, gifts and supporting documents. */
function TicketsAndDocuments({ own }: { own: OwnData }) {
  const t = useT();
  const { network } = usePageContext();
  return (
    <Section id="papers" title={t("accounts.papers")}>
      <Sheet list>
        <Item
          href={href("wallet")}
          icon={<PlateOf icon={<TicketIcon />} />}
          name={t("accounts.wallet")}
          note={t("accounts.wallet.note")}
        />
        <Item
          href={href("invoices")}
          icon={<PlateOf icon={<ReceiptIcon />} />}
          name={t("accounts.receipts")}
          note={t(own.isHolder ? "accounts.receipts.note" : "accounts.receipts.note.traveller")}
        />
        <Item
          href={href("transportCards")}
          icon={<PlateOf icon={<CardIcon />} />}
          name={t("accounts.cards")}
          note={t("accounts.cards.note")}
        />
        {network.switches.mediaTunnel && (
          <Item
            href={href("tunnelPassengers")}
            icon={<PlateOf icon={<CardIcon />} />}
            name={t("accounts.new-card")}
            note={t("accounts.new-card.note")}
          />
        )}
        <Item
          href={href("account", undefined, { edit: "gift" })}
          icon={<PlateOf icon={<GiftIcon />} />}
          name={t("accounts.gift")}
          note={t("accounts.gift.note")}
        />
        <Item
          href={href("documents")}
          icon={<PlateOf icon={<DocumentIcon />} />}
          name={t("accounts.documents")}
          note={t("accounts.documents.note")}
        />
      </Sheet>
    </Section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="stack" data-gap="m" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const PlateOf = ({ icon }: { icon: ReactNode }) => <Plate size="l">{icon}</Plate>;
const initials = ({ firstName, lastName }: Person): string =>
  [firstName, lastName].map((name) => [...name][0] ?? "").join("");

/** A person's picture, or initials. */
function Face({ person }: { person: Person }) {
  if (person.picture === null) return <span dir="auto">{initials(person)}</span>;
  return <img className="face" src={fileHref("picture", { person: person.userId, v: person.picture })} alt="" />;
}

function PersonItem({ person }: { person: Person }) {
  const t = useT();
  const age = person.age === null ? undefined : t("accounts.age", { count: person.age });
  const states = [
    person.isSelf ? t("accounts.you") : age,
    person.hasOwnSignIn ? t("accounts.own-sign-in") : undefined,
    person.isActive ? undefined : t("accounts.deactivated"),
  ];
  const words = {
    icon: <PlateOf icon={<Face person={person} />} />,
    name: <bdi>{`${person.firstName} ${person.lastName}`}</bdi>,
    note: states.filter(Boolean).join(" · "),
  };
  const there = person.isSelf
    ? href("account", undefined, { edit: "personal" })
    : href("traveller", { id: person.userId });
  return <Item {...words} href={there} />;
}

function Settings({ own }: { own: OwnData }) {
  const t = useT();
  return (
    <div className="stack">
      <Section id="settings" title={t("accounts.settings")}>
        <Sheet list>
          <PersonalItems own={own} />
          <SignInItems own={own} />
          <AccountItems own={own} />
        </Sheet>
      </Section>
      <OwnDataCopy />
      <Form method="post" action={href("logout")}>
        <Button big icon={<SignOutIcon size="s" />}>
          {t("accounts.sign-out")}
        </Button>
      </Form>
    </div>
  );
}

function PersonalItems({ own }: { own: OwnData }) {
  const t = useT();
  return (
    <>
      <Item
        href={href("account", undefined, { edit: "personal" })}
        icon={<PlateOf icon={<PersonIcon />} />}
        name={t("accounts.personal")}
        note={t(own.isHolder ? "accounts.personal.note" : "accounts.personal.note.traveller")}
      />
      {own.isHolder && (
        <Item
          href={href("traveller", { id: own.userId }, { edit: "picture" })}
          icon={<PlateOf icon={<CameraIcon />} />}
          name={t("accounts.picture")}
          note={t("accounts.picture.note")}
        />
      )}
    </>
  );
}

function SignInItems({ own }: { own: OwnData }) {
  const t = useT();
  return (
    <>
      {own.hasPassword && (
        <Item
          href={href("account", undefined, { edit: "sign-in" })}
          icon={<PlateOf icon={<KeyIcon />} />}
          name={t("accounts.sign-in")}
          note={<AddressText>{own.email}</AddressText>}
        />
      )}
      {own.isHolder && (
        <Item
          href={href("account", undefined, { edit: "sign-in-methods" })}
          icon={<PlateOf icon={<ShieldIcon />} />}
          name={t("accounts.sign-in-methods")}
          note={t("accounts.sign-in-methods.note")}
        />
      )}
      <Item
        href={href("account", undefined, { edit: "devices" })}
        icon={<PlateOf icon={<ScreenIcon />} />}
        name={t("accounts.devices")}
        note={t("accounts.devices.note")}
      />
    </>
  );
}

function AccountItems({ own }: { own: OwnData }) {
  const t = useT();
  return (
    <>
      <Item
        href={href("account", undefined, { edit: "preferences" })}
        icon={<PlateOf icon={<SettingsIcon />} />}
        name={t("accounts.preferences")}
        note={t("accounts.preferences.note")}
      />
      {own.isHolder && (
        <Item
          href={href("accountDelete")}
          icon={<PlateOf icon={<TrashIcon />} />}
          name={t("accounts.delete")}
          note={t("accounts.delete.note", { days: deletionWithdrawalDays })}
        />
      )}
    </>
  );
}

const flashMessages = ["verified", "personal", "password", "preferences", "reactivated", "gift"] as const;

/** Confirmation of the last change, or a reminder to verify the e-mail address. */
function FlashMessage({ own }: { own: OwnData }) {
  const t = useT();
  const [search] = useSearchParams();
  const flash = flashMessages.find((known) => known === search.get("flash"));
  if (flash) return <Notice tone="ok" role="status" title={t(`accounts.flash.${flash}`)} />;
  if (own.isVerified) return null;
  // The verification e-mail was sent to the holder.
  if (!own.isHolder) return <Notice tone="wait" title={t("accounts.unverified.traveller")} />;
  return (
    <Notice tone="wait" title={t("accounts.unverified.title")}>
      <T id="accounts.unverified.text" components={{ link: <TextLink href={href("unverifiedAccount")} /> }} />
    </Notice>
  );
}
