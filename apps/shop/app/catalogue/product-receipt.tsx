import { times } from "@guichet/rules/money.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Quantity } from "@guichet/ui/forms/quantity.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { Lines } from "@guichet/ui/lines.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { useFormats } from "../formats/formats.ts";
import { useStartWords } from "../formats/start-words.ts";
import { usePageContext } from "../page/page-context.tsx";
import { useT } from "../texts/texts.tsx";
import type { JourneyState } from "../travel/use-journey.ts";
import { type Choice, startOf } from "./article-selection.ts";
import { byStopsText, journeyRow } from "./journey-words.tsx";
import type { Product } from "./product.ts";

interface ProductReceiptProps {
  product: Product;
  choice: Choice;
  changing: boolean;
  /** null: the article is not sold by journey. */
  journey: JourneyState | null;
  change: (part: Partial<Choice>) => void;
}

/** Receipt with the selections, the price and the button to add the article to the cart, which a preview does not have. */
export function ProductReceipt({ product, choice, changing, journey, change }: ProductReceiptProps) {
  const t = useT();
  const { money } = useFormats();
  const startWords = useStartWords();
  const scripted = useHydrated();
  const { preview } = usePageContext();
  const { min, start, travellers } = product;
  const max = product.maxBuyAtOnce === null ? product.max : Math.min(product.max, product.maxBuyAtOnce);
  const traveller = travellers?.find(({ userId }) => userId === choice.travellerId);
  const option = product.options.find(({ id }) => id === choice.optionId);
  const chosenStart = start === null || start === "none" ? null : startOf(choice, start);
  const own = journey === null ? (product.promo ?? product.price) : journey.shown.price;
  const price = own && { ...own, amount: own.amount + (option?.price.amount ?? 0) };
  const amount = price === null ? null : money(times(price, choice.quantity));
  const rows = [
    ...(product.journey && journey && choice.journey ? journeyRow(t, product.journey, journey, choice.journey) : []),
    ...(traveller
      ? [{ id: "traveller", name: t("catalogue.receipt.traveller"), value: <bdi>{traveller.name}</bdi> }]
      : []),
    ...(choice.support === null
      ? []
      : [{ id: "support", name: t("shell.support"), value: t(`shell.support.${choice.support}`) }]),
    ...(chosenStart === null || start === null || start === "none"
      ? []
      : [{ id: "start", name: t("catalogue.receipt.start"), value: startWords(start.pivotType, chosenStart) }]),
    ...(option ? [{ id: "option", name: t("catalogue.receipt.option"), value: option.name }] : []),
  ];
  return (
    <Receipt id="your-choice" title={t("catalogue.receipt")}>
      {rows.length > 0 && <Lines lines={rows} />}
      <div className="row" data-ends="">
        <p className="soft">
          {max > min
            ? t("catalogue.receipt.quantity-up-to", { max: `${max}` })
            : t("catalogue.receipt.quantity", { count: `${min}` })}
        </p>
        {max > min && (
          <Quantity
            name="quantity"
            value={choice.quantity}
            min={min}
            max={max}
            labels={{
              quantity: t("catalogue.quantity"),
              less: t("catalogue.less", { name: product.name }),
              more: t("catalogue.more", { name: product.name }),
            }}
            onChange={(quantity) => change({ quantity })}
          />
        )}
      </div>
      <Total label={t("catalogue.receipt.total")} {...(amount === null ? { words: byStopsText(t) } : { amount })} />
      {preview?.notSold === undefined ? (
        <>
          <div className="grid noscript:hidden">
            <Button
              variant="main"
              big
              end={amount === null ? undefined : <Figures>{amount}</Figures>}
              disabled={!scripted}
            >
              {t(changing ? "catalogue.save" : "catalogue.add")}
            </Button>
          </div>
          <noscript>
            <Notice title={t("catalogue.noscript.title")}>{t("catalogue.noscript.text")}</Notice>
          </noscript>
        </>
      ) : (
        <Notice>{preview.notSold}</Notice>
      )}
      <p className="small soft">{t("catalogue.no-withdrawal")}</p>
    </Receipt>
  );
}
