import type { AdvisedSet } from "@guichet/contract/travel.ts";
import type { Money } from "@guichet/contract/values.ts";
import { type TravellerShare, travellerShares } from "@guichet/rules/adviser/traveller-shares.ts";
import { perMonth } from "@guichet/rules/catalogue/monthly-price.ts";
import { Lines } from "@guichet/ui/lines.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Total } from "@guichet/ui/total.tsx";
import type { ReactNode } from "react";
import { Amount } from "../formats/amount.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { type AskedAdvice, monthsOf } from "./advice-question.ts";

export interface ShownAdvice extends AdvisedSet {
  trips: number;
  singleTicketsAmount: Money | null;
  runnerUp: AdvisedSet | null;
}

interface AdviceResultProps {
  advice: ShownAdvice;
  asked: AskedAdvice;
  unlimited: readonly string[];
  buy: ReactNode;
}

/** The cheapest set: one line for each traveller with the tickets, the price and the reason; then the comparison. */
export function AdviceResult({ advice, asked, unlimited, buy }: AdviceResultProps) {
  const t = useT();
  const { money } = useFormats();
  const travellerLine = useTravellerLine(advice, asked, unlimited);
  const { lines, totalAmount, trips } = advice;
  const shares = travellerShares(lines.map((line) => ({ ...line, amount: line.amount.amount })));
  const articles = [...new Map(lines.map((line) => [line.shopItemId, line])).values()];
  return (
    <Receipt id="advice" title={t("travel.advice.result")}>
      <Stack>
        <p className="soft">{t("travel.advice.all-trips", { count: trips })}</p>
        <Lines lines={shares.map(travellerLine)} />
        <Total label={t("travel.advice.total")} amount={money(totalAmount)} />
        {buy}
        <Stack gap="m">
          <p>{t("travel.advice.each")}</p>
          <ul className="stack" data-gap="m">
            {articles.map(({ shopItemId, name }) => (
              <li key={shopItemId}>
                <TextLink href={href("product", { id: shopItemId })}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </Stack>
        <Comparison advice={advice} />
        <p className="small soft">{t("travel.advice.how-reckoned")}</p>
      </Stack>
    </Receipt>
  );
}

/** Returns the receipt line of a traveller: tickets, days, reason and required documents, with the price by month. */
function useTravellerLine(advice: ShownAdvice, asked: AskedAdvice, unlimited: readonly string[]) {
  const t = useT();
  const { money, day, list } = useFormats();
  const months = monthsOf(asked);
  const people = asked.travellers.length;
  const { currency } = advice.totalAmount;
  const lineOf = (shopItemId: string) => advice.lines.find((line) => line.shopItemId === shopItemId);
  const reasonOf = ({ tickets, amount }: TravellerShare) => {
    const price = money({ amount: Math.round(amount / Math.max(1, advice.trips / people)), currency });
    const others = [...new Set(tickets.flatMap(({ sharedWith }) => sharedWith))].map((index) => String(index + 1));
    if (others.length > 0) {
      return t("travel.advice.why.shared", { count: others.length, numbers: list(others), price });
    }
    const isUnlimited = tickets.every(({ shopItemId }) => unlimited.includes(shopItemId));
    return isUnlimited ? t("travel.advice.why.unlimited", { price }) : t("travel.advice.why.counted", { price });
  };
  const nameOf = ({ traveller, tickets }: TravellerShare) => {
    const bought = tickets.map(({ shopItemId, quantity }) =>
      t("travel.advice.line", { quantity: String(quantity), name: lineOf(shopItemId)?.name ?? "" }),
    );
    const what = bought.join(" + ");
    return people === 1 ? what : t("travel.advice.person", { number: String(traveller + 1), tickets: what });
  };
  return (share: TravellerShare) => {
    const { startsOn, endsOn, tickets } = share;
    const when =
      startsOn === endsOn
        ? t("travel.advice.on", { day: day(startsOn) })
        : t("travel.advice.between", { from: day(startsOn), to: day(endsOn) });
    const documents = tickets
      .flatMap(({ shopItemId }) => lineOf(shopItemId)?.requiredDocuments ?? [])
      .map((name) => t("travel.advice.document", { name }));
    const amount = { amount: share.amount, currency };
    return {
      id: String(share.traveller),
      name: nameOf(share),
      note: [reasonOf(share), when, ...documents].join(" · "),
      value:
        months === null ? (
          <Amount money={amount} />
        ) : (
          t("travel.advice.per-month", { amount: money(perMonth(amount, months)) })
        ),
      strong: true,
    };
  };
}

/** The price with single tickets, and the cheapest other set. */
function Comparison({ advice: { singleTicketsAmount, runnerUp } }: { advice: ShownAdvice }) {
  const t = useT();
  const compared = [
    ...(singleTicketsAmount === null
      ? []
      : [{ id: "single", name: t("travel.advice.single"), value: <Amount money={singleTicketsAmount} /> }]),
    ...(runnerUp === null
      ? []
      : [
          {
            id: "runner-up",
            name: t("travel.advice.runner-up"),
            note: inAll(runnerUp.lines)
              .map(({ quantity, name }) => t("travel.advice.line", { quantity: String(quantity), name }))
              .join(" + "),
            value: <Amount money={runnerUp.totalAmount} />,
          },
        ]),
  ];
  if (compared.length === 0) return null;
  return (
    <Stack gap="m">
      <h3 className="pt-2">{t("travel.advice.compared")}</h3>
      <Lines lines={compared} />
    </Stack>
  );
}

/** The total quantity of each article, over all days. */
function inAll(lines: AdvisedSet["lines"]): { name: string; quantity: number }[] {
  return Object.values(Object.groupBy(lines, ({ shopItemId }) => shopItemId)).map((alike = []) => ({
    name: alike[0]?.name ?? "",
    quantity: alike.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}
