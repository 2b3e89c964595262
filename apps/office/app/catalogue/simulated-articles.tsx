import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { simulateCatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { BarList } from "../overview/bar-list.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { differenceOf, useDifference } from "./price-difference.ts";

type Simulated = ReceivedOf<typeof simulateCatalogueDraft>["articles"];

/** The bars of the plot; the table has all articles. */
const barsMax = 8;

/** The articles whose sum differs: the largest differences as bars, all as a table. */
export function ArticleDifferences({ articles }: { articles: Simulated }) {
  const t = useT();
  const formats = useFormats();
  const difference = useDifference();
  const title = t("catalogue.simulation.articles");
  const bars = (isDearer: boolean) =>
    articles
      .filter((article) => differenceOf(article) !== 0 && differenceOf(article) > 0 === isDearer)
      .slice(0, barsMax)
      .map((article) => ({
        ...{ key: article.itemId, name: article.name, value: Math.abs(differenceOf(article)) },
        text: difference(article),
      }));
  const full = Math.max(0, ...articles.map((article) => Math.abs(differenceOf(article))));
  return (
    <section aria-labelledby="articles">
      <h2 id="articles">{title}</h2>
      {articles.length === 0 ? (
        <Notice>{t("catalogue.simulation.same")}</Notice>
      ) : (
        <div className="stack">
          {bars(true).length > 0 && <BarList bars={bars(true)} full={full} />}
          {bars(false).length > 0 && <BarList bars={bars(false)} full={full} tone="bad" />}
          <TableFrame label={title}>
            <thead>
              <tr>
                <th scope="col">{t("catalogue.simulation.article")}</th>
                <th scope="col" className="money">
                  {t("catalogue.simulation.quantity")}
                </th>
                {(["paid", "live", "draft", "difference"] as const).map((name) => (
                  <th key={name} scope="col" className="money">
                    {t(`catalogue.simulation.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {articles.map((article) => (
                <tr key={article.itemId}>
                  <th scope="row">
                    <bdi>{article.name}</bdi>
                  </th>
                  <td className="money">{formats.number(article.quantity)}</td>
                  <td className="money">{formats.money(article.paid)}</td>
                  <td className="money">{formats.money(article.live)}</td>
                  <td className="money">{formats.money(article.draft)}</td>
                  <td className="money">{difference(article)}</td>
                </tr>
              ))}
            </tbody>
          </TableFrame>
        </div>
      )}
    </section>
  );
}
