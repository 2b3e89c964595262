import type { AdvisedSet } from "@guichet/contract/travel.ts";
import type { Money } from "@guichet/contract/values.ts";
import { Lines } from "@guichet/ui/lines.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { Amount } from "../formats/amount.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

export interface ShownAdvice extends AdvisedSet {
  trips: number;
  singleTicketsAmount: Money | null;
  runnerUp: AdvisedSet | null;
}

/** The cheapest set with its breakdown; each article is configured on its own page. */
export function AdviceResult({ advice, people }: { advice: ShownAdvice; people: number }) {
  const t = useT();
  const { money, day, list } = useFormats();
  const { lines, totalAmount, singleTicketsAmount, runnerUp, trips } = advice;
  const articles = [...new Map(lines.map((line) => [line.shopItemId, line])).values()];
  const noteOf = (line: AdvisedSet["lines"][number]) => {
    const carried = t("travel.advice.carries", { count: line.trips });
    const when =
      line.startsOn === line.endsOn
        ? t("travel.advice.on", { day: day(line.startsOn) })
        : t("travel.advice.between", { from: day(line.startsOn), to: day(line.endsOn) });
    const numbers = line.travellers.map((index) => String(index + 1));
    const who = people > 1 ? t("travel.advice.for", { count: numbers.length, numbers: list(numbers) }) : "";
    const documents = line.requiredDocuments.map((name) => t("travel.advice.document", { name }));
    return [carried, when, who, ...documents].filter((part) => part !== "").join(" · ");
  };
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
  return (
    <Receipt id="advice" title={t("travel.advice.result")}>
      <Stack>
        <p className="soft">{t("travel.advice.all-trips", { count: trips })}</p>
        <Lines
          lines={lines.map((line, index) => ({
            id: `${index}`,
            name: t("travel.advice.line", { quantity: String(line.quantity), name: line.name }),
            note: noteOf(line),
            value: <Amount money={line.amount} />,
            strong: true,
          }))}
        />
        <Total label={t("travel.advice.total")} amount={money(totalAmount)} />
        {compared.length > 0 && (
          <>
            <h3>{t("travel.advice.compared")}</h3>
            <Lines lines={compared} />
          </>
        )}
        {articles.map(({ shopItemId, name }) => (
          <LinkButton key={shopItemId} variant="main" href={href("product", { id: shopItemId })}>
            {t("travel.advice.choose", { name })}
          </LinkButton>
        ))}
        <p className="small soft">{t("travel.advice.how-reckoned")}</p>
      </Stack>
    </Receipt>
  );
}

/** The total quantity of each article, over all days. */
function inAll(lines: AdvisedSet["lines"]): { name: string; quantity: number }[] {
  return Object.values(Object.groupBy(lines, ({ shopItemId }) => shopItemId)).map((alike = []) => ({
    name: alike[0]?.name ?? "",
    quantity: alike.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}
