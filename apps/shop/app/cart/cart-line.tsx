import type { Money } from "@guichet/contract/values.ts";
import type { CartLine as Line } from "@guichet/rules/cart.ts";
import { quantityRange } from "@guichet/rules/cart.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Quantity } from "@guichet/ui/forms/quantity.tsx";
import { TrashIcon } from "@guichet/ui/icons.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { LineTicket } from "@guichet/ui/tickets/line-ticket.tsx";
import { ToolButton } from "@guichet/ui/tool.tsx";
import { type ReactNode, useState } from "react";
import { CategoryIcon } from "../formats/category-icon.tsx";
import { useFormats } from "../formats/formats.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { useT } from "../texts/texts.tsx";
import { useRefusalText } from "../texts/use-refusal-text.ts";
import type { CartQuote, QuotedLine } from "./cart-quote.ts";
import { cart, useCart } from "./cart-state.ts";
import { changeHref } from "./line-change.ts";
import { useLineWords } from "./line-words.ts";
import type { StoredArticle } from "./stored-article.ts";

/** Lazy, because most lines have no errors. */
const LineErrors = lazyPart(() => import("./line-errors.tsx").then((module) => module.LineErrors));
const HeldPassQuestion = lazyPart(() =>
  import("../subscriptions/held-pass-question.tsx").then((module) => module.HeldPassQuestion),
);

interface CartLineProps {
  line: Line;
  article: StoredArticle | undefined;
  /** The line in the server's last quote; undefined while there is none. */
  verified: QuotedLine | undefined;
  travellers: CartQuote["travellers"];
}

/** Line of the cart in the shape of a ticket: quantity, traveller, errors and the steps to fix them. */
export function CartLine({ line, article, verified, travellers }: CartLineProps) {
  const t = useT();
  const { money } = useFormats();
  const { articles } = useCart();
  const [atLimit, setAtLimit] = useState(false);
  const [proved, setProved] = useState(false);
  const name = article?.name ?? t("cart.line.unnamed");
  const { min, max } = article ? quantityRange(article) : { min: line.quantity, max: line.quantity };
  const notice = useLineNotice({ line, article, verified, name, atLimit, proved, prove: () => setProved(true) });
  const setQuantity = (quantity: number) => setAtLimit(!cart.setQuantity(line.id, quantity, articles).ok);
  return (
    <div id={`line-${line.id}`} tabIndex={-1}>
      <LineTicket
        ink={article?.ink ?? "wait"}
        icon={<CategoryIcon name={article?.icon ?? ""} />}
        category={article?.category ?? ""}
        {...(article?.audience ? { kind: article.audience } : {})}
        name={name}
        use={<LineDetails line={line} article={article} verified={verified} travellers={travellers} name={name} />}
        {...(article?.figure ? { figure: article.figure } : {})}
        price={{ amount: verified ? money(verified.subtotal) : "…" }}
        notice={notice}
        actions={<LineActions line={line} name={name} min={min} max={max} setQuantity={setQuantity} />}
      />
      {max > min && line.quantity >= max && <p className="fine soft ps-4 pt-1">{t("cart.at-most", { count: max })}</p>}
    </div>
  );
}

/** Selections of the line, and the link to change them. */
function LineDetails({ line, article, verified, travellers, name }: CartLineProps & { name: string }) {
  const t = useT();
  const { articles } = useCart();
  const { shortDay } = useFormats();
  const words = useLineWords(travellers, articles)(line, article, verified?.journey);
  const { remaining } = verified ?? {};
  return (
    <>
      <Joined parts={words.main} />
      {remaining && (
        <span className="block">
          {t("cart.line.remaining", {
            from: shortDay(remaining.firstDay),
            until: shortDay(remaining.lastDay),
            months: remaining.months,
          })}
        </span>
      )}
      {words.details.map((detail) => (
        <bdi key={detail} className="block">
          {detail}
        </bdi>
      ))}
      <TextLink
        href={changeHref(line, article)}
        aria-label={t("cart.change-line", { name })}
        className="block w-fit py-1"
      >
        {t("cart.change")}
      </TextLink>
    </>
  );
}

interface LineNoticeProps extends Pick<CartLineProps, "line" | "article" | "verified"> {
  name: string;
  /** Whether the quantity is at its maximum. */
  atLimit: boolean;
  /** Whether the traveller's right has been confirmed here. */
  proved: boolean;
  /** Notes that the right has been confirmed. */
  prove: () => void;
}

/** Returns a line's most important notice: errors, changed price, quantity limit or existing pass; undefined: none. */
function useLineNotice(props: LineNoticeProps): ReactNode {
  const { line, article, verified, name, atLimit, proved, prove } = props;
  const refusal = useRefusalText(atLimit);
  const { prices, duplicatesAccepted } = useCart();
  const before = prices[line.id];
  const { errors = [], documents = [] } = verified ?? {};
  if (errors.length > 0 || proved) {
    return <LineErrors {...{ line, article, name, errors, documents }} confirmed={prove} />;
  }
  if (verified && before !== undefined && before !== verified.price.amount) {
    return <Repriced line={line} before={{ ...verified.price, amount: before }} now={verified.price} />;
  }
  if (atLimit) {
    return (
      <p className="small" role="status">
        {refusal("MAX_BUY_AT_ONCE")}
      </p>
    );
  }
  return verified?.warnings.length ? (
    <HeldPassQuestion
      warnings={verified.warnings}
      scope={line.id}
      accepted={duplicatesAccepted}
      accept={cart.acceptDuplicate}
    />
  ) : undefined;
}

interface LineActionsProps {
  line: Line;
  name: string;
  min: number;
  max: number;
  setQuantity: (quantity: number) => void;
}

function LineActions({ line, name, min, max, setQuantity }: LineActionsProps) {
  const t = useT();
  return (
    <>
      {max > min ? (
        <Quantity
          name="quantity"
          value={line.quantity}
          min={min}
          max={max}
          labels={{ quantity: t("cart.quantity"), less: t("cart.less", { name }), more: t("cart.more", { name }) }}
          onChange={setQuantity}
        />
      ) : (
        <span />
      )}
      <ToolButton
        type="button"
        icon={<TrashIcon />}
        aria-label={t("cart.remove-line", { name })}
        onClick={() => cart.remove(line.id)}
      />
    </>
  );
}

/** Notice of a unit price that changed after the first quote; shown until the customer acknowledges it. */
function Repriced({ line, before, now }: { line: Line; before: Money; now: Money }) {
  const t = useT();
  const { money } = useFormats();
  return (
    <Notice tone="wait" role="status">
      <p>{t("cart.line.repriced", { before: money(before), now: money(now) })}</p>
      <Button variant="quiet" type="button" onClick={() => cart.notePrice(line.id, now.amount)}>
        {t("cart.line.repriced.seen")}
      </Button>
    </Notice>
  );
}
