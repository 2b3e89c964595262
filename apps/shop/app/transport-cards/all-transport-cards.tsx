import type { CardOrder, TransportCard } from "@guichet/contract/transport-cards.ts";
import { Button } from "@guichet/ui/button.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { type CheckedForm, useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useToday } from "../request-context/today.ts";
import { T, useT } from "../texts/texts.tsx";
import { CardFields } from "./card-fields.tsx";
import { readCardData } from "./card-forms.ts";
import { cardText } from "./card-texts.ts";
import type { FoundCard } from "./found-card.server.ts";
import { FoundCardDrawing } from "./found-card.tsx";
import { CardStamp, OwnCardDrawing } from "./own-card.tsx";
import { TransportCardActions } from "./transport-card-actions.tsx";

type OrderedCard = CardOrder & { traveller: { userId: string; firstName: string; lastName: string } };

interface AllCardsProps {
  cards: readonly TransportCard[];
  /** First cards that are paid for but not yet produced. */
  ordered: readonly OrderedCard[];
  travellers: readonly { userId: string; name: string }[];
  found: FoundCard | null;
  flash: string | null;
  answer: SentBack | undefined;
}

/** All cards of the account, the card just found, and the form to link another. */
export function AllTransportCards({ cards, ordered, travellers, found, flash, answer }: AllCardsProps) {
  const t = useT();
  const today = useToday();
  const { network } = usePageContext();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readCardData(typed, today())),
    words: (fault) => cardText(t, fault),
    answer,
    what: "link",
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("transport-cards.title")}</Title>
      <BackLink href={href("account")} label={t("transport-cards.back")} />
      {form.summary}
      <PageHead title={t("transport-cards.title")}>{t("transport-cards.text")}</PageHead>
      <FlashMessage flash={flash} />
      {found && <FoundHere found={found} />}
      <OwnCards cards={cards} />
      <OrderedCards ordered={ordered} />
      {network.switches.mediaTunnel && (
        <p>
          <LinkButton href={href("tunnelPassengers")} icon={<PlusIcon size="s" />}>
            {t("transport-cards.new")}
          </LinkButton>
        </p>
      )}
      <LinkCard form={form} travellers={travellers} />
    </Page>
  );
}

function OwnCards({ cards }: Pick<AllCardsProps, "cards">) {
  const t = useT();
  if (cards.length === 0) {
    return <EmptyState title={t("transport-cards.empty.title")}>{t("transport-cards.empty.text")}</EmptyState>;
  }
  return (
    <ul className="stack" data-gap="l">
      {cards.map((card) => (
        <li key={card.id} className="stack" data-gap="m">
          <OwnCardDrawing card={card} />
          <div className="row">
            <CardStamp card={card} />
            <TransportCardActions card={card} />
          </div>
          {card.traveller === null && <p className="small soft">{t("transport-cards.nobody.text")}</p>}
        </li>
      ))}
    </ul>
  );
}

function OrderedCards({ ordered }: Pick<AllCardsProps, "ordered">) {
  const t = useT();
  return ordered.map((order) => (
    <Notice
      key={`${order.orderId} ${order.traveller.userId}`}
      tone="wait"
      title={t("transport-cards.ordered", { name: order.traveller.firstName })}
    >
      <T
        id="transport-cards.ordered.text"
        values={{ number: order.orderNumber }}
        components={{ number: <bdi dir="ltr" className="figures" /> }}
      />
    </Notice>
  ));
}

/** The form that links a card by its number and birth date. */
function LinkCard({ form, travellers }: { form: CheckedForm } & Pick<AllCardsProps, "travellers">) {
  const t = useT();
  return (
    <Sheet title={t("transport-cards.link.title")} id="link">
      <p className="soft">{t("transport-cards.link.text")}</p>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="link" />
        <CardFields form={form} />
        {travellers.length > 1 && (
          <Select
            name="traveller"
            label={t("transport-cards.traveller")}
            hint={t("transport-cards.traveller.hint")}
            error={form.error("traveller")}
            defaultValue={form.value("traveller") ?? ""}
            options={[
              { value: "", label: t("transport-cards.traveller.by-birth-date") },
              ...travellers.map(({ userId, name }) => ({ value: userId, label: name })),
            ]}
          />
        )}
        <Button variant="main" big busy={form.busy && t("transport-cards.link.busy")}>
          {t("transport-cards.link.submit")}
        </Button>
      </Form>
    </Sheet>
  );
}

/** The card found by a search before sign-in; one button links it to the account. */
function FoundHere({ found }: { found: FoundCard }) {
  const t = useT();
  return (
    <Sheet title={t("transport-cards.found.here.title")} id="found">
      <FoundCardDrawing found={found} />
      <Form method="post" className="row">
        <Button variant="main" name="what" value="found">
          {t("transport-cards.found.here.link")}
        </Button>
        <Button variant="quiet" name="what" value="forget">
          {t("transport-cards.found.here.forget")}
        </Button>
      </Form>
    </Sheet>
  );
}

/** Confirmation of the last action, or the reason why a registration's card is not linked. */
function FlashMessage({ flash }: { flash: string | null }) {
  const t = useT();
  if (flash === null) return null;
  if (flash === "linked" || flash === "removed") {
    return <Notice tone="ok" role="status" title={t(`transport-cards.flash.${flash}`)} />;
  }
  return (
    <Notice tone="wait" role="status" title={t("transport-cards.flash.not-linked")}>
      {cardText(t, { code: flash })}
    </Notice>
  );
}
