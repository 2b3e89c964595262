import { trackingNumberMaxLength, trackingUrlMaxLength } from "@guichet/contract/limits/order-limits.ts";
import type { Preparation, StaffOrder } from "@guichet/contract/office/orders.ts";
import { beginFulfilment, finishFulfilment } from "@guichet/rules/orders.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useMay } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { BlankCardFields, type CardsRefused, type CardToMake } from "../transport-cards/blank-card-fields.tsx";
import { PreparationStamp } from "./order-words.tsx";

interface FulfilmentProps extends FulfilmentAction {
  order: StaffOrder;
  /** What was typed for its cards, and refused. */
  cards: CardsRefused | undefined;
}

/**
 * Actions currently available on one delivery method of an order; irreversible ones ask for confirmation. `isFirst`:
 * keyboard shortcuts apply to it.
 */
export function FulfilmentActions({ preparation, isFirst, order, cards }: FulfilmentProps) {
  const t = useT();
  const mayFulfil = useMay()("orders.fulfil");
  const { support, processStatus } = preparation;
  return (
    <Sheet>
      <Stack>
        <div className="act-title">
          <h2>{t(`orders.way.${support}`)}</h2>
          <PreparationStamp preparation={preparation} />
        </div>
        {mayFulfil && beginFulfilment(processStatus).ok && (
          <Begin
            {...{ preparation, isFirst }}
            blankCards={order.takesBlankCards ? cardsOf(order, support) : []}
            refused={cards}
          />
        )}
        {mayFulfil && finishFulfilment(processStatus).ok && <Finish preparation={preparation} isFirst={isFirst} />}
      </Stack>
    </Sheet>
  );
}

interface FulfilmentAction {
  preparation: Preparation;
  isFirst: boolean;
}

/** The cards that lines with one support make. */
const cardsOf = ({ lines }: StaffOrder, support: Preparation["support"]): CardToMake[] =>
  lines
    .filter((line) => line.support === support && line.cardWork !== null)
    .map(({ lineId, traveller }) => ({ key: lineId, traveller }));

interface BeginProps extends FulfilmentAction {
  /** The cards that are made of blank ones of the stock; empty: the network has none. */
  blankCards: readonly CardToMake[];
  refused: CardsRefused | undefined;
}

function Begin({ preparation: { support, cardCount }, isFirst, blankCards, refused }: BeginProps) {
  const t = useT();
  const busy = useBusy(support);
  if (cardCount === 0) {
    return (
      <ActionForm
        what="begin"
        support={support}
        text={t(support === "COLLECT" ? "orders.action.begin.text.COLLECT" : "orders.action.begin.text")}
      >
        <Button id={idOf(isFirst, support)} variant="main" busy={busy}>
          {t("orders.action.begin")} {isFirst && <Key>P</Key>}
        </Button>
      </ActionForm>
    );
  }
  const count = { count: cardCount };
  return (
    <ActionForm what="begin" support={support} text={t("orders.action.begin.cards.text", count)}>
      {blankCards.length > 0 ? (
        <BlankCardFields id={idOf(isFirst, support)} cards={blankCards} refused={refused} />
      ) : (
        <Checkbox id={idOf(isFirst, support)} name="sure" required>
          {t("orders.action.begin.sure", count)}
        </Checkbox>
      )}
      <Button variant="main" busy={busy}>
        {t("orders.action.begin.cards", count)} {isFirst && <Key>P</Key>}
      </Button>
    </ActionForm>
  );
}

function Finish({ preparation: { support }, isFirst }: FulfilmentAction) {
  const t = useT();
  const busy = useBusy(support);
  return (
    <ActionForm what="finish" support={support}>
      {support === "SHIPPING" && <TrackingFields />}
      <Checkbox id={idOf(isFirst, support)} name="sure" required>
        {t(`orders.action.sure.${support}`)}
      </Checkbox>
      <Button variant="main" busy={busy}>
        {t(`orders.action.finish.${support}`)} {isFirst && <Key>P</Key>}
      </Button>
    </ActionForm>
  );
}

/** Fields for the parcel's tracking number and URL. */
function TrackingFields() {
  const t = useT();
  const ltr = { dir: "ltr", autoComplete: "off", spellCheck: false } as const;
  return (
    <>
      <Field
        {...ltr}
        name="trackingNumber"
        label={t("orders.tracking")}
        hint={t("orders.tracking.hint")}
        maxLength={trackingNumberMaxLength}
      />
      <Field
        {...ltr}
        name="trackingUrl"
        type="url"
        pattern="https://.+"
        label={t("orders.tracking.url")}
        hint={t("orders.tracking.url.hint")}
        maxLength={trackingUrlMaxLength}
      />
    </>
  );
}

/** The element id; the first one has the id that the keyboard shortcut targets. */
const idOf = (isFirst: boolean, support: Preparation["support"]): string => (isFirst ? "act" : `act-${support}`);

type ActionFormProps = Pick<Preparation, "support"> & { what: "begin" | "finish"; text?: string; children: ReactNode };

function ActionForm({ what, support, text, children }: ActionFormProps) {
  return (
    <Form method="post">
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="support" value={support} />
      <Stack>
        {text && <p className="small soft">{text}</p>}
        {children}
      </Stack>
    </Form>
  );
}

function useBusy(support: Preparation["support"]): string | false {
  const t = useT();
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("support") === support && t("orders.busy");
}
