import type { CounterArticle } from "@guichet/contract/office/counter.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { PlusIcon, SearchIcon } from "@guichet/ui/icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form, useLoaderData } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { loader } from "./counter-loader.ts";
import { DraftInputs } from "./draft-inputs.tsx";

/** The articles of the counter, searched by their name and by other words. */
export function ArticleList() {
  const t = useT();
  const formats = useFormats();
  const { found, hasMore, words, subscriptions } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="articles">
      <Stack>
        <h2 id="articles">{t("counter.articles")}</h2>
        <Form role="search" className="search">
          <DraftInputs />
          <Field
            key={words}
            label={t("counter.search")}
            name="q"
            type="search"
            defaultValue={words}
            maxLength={100}
            autoComplete="off"
            side={<Key>/</Key>}
            action={<Button icon={<SearchIcon size="s" />}>{t("counter.search.do")}</Button>}
          />
        </Form>
        <p role="status" className="soft">
          {t("counter.found", { count: found.length })}
        </p>
        {found.length === 0 && subscriptions.length === 0 && <Notice>{t("counter.found.none")}</Notice>}
        {subscriptions.length > 0 && (
          <Notice>
            {t("counter.subscriptions", {
              count: subscriptions.length,
              names: formats.list(subscriptions.map(({ name }) => name)),
            })}
          </Notice>
        )}
        <ul className="counter-articles">
          {found.map((article) => (
            <li key={article.shopItemId}>
              <ArticleForm article={article} />
            </li>
          ))}
        </ul>
        {hasMore && <Notice tone="wait">{t("counter.found.more")}</Notice>}
      </Stack>
    </section>
  );
}

/** One article: added at once where there is nothing to choose, else with its choices. */
function ArticleForm({ article }: { article: CounterArticle }) {
  const t = useT();
  const formats = useFormats();
  const { shopItemId, name, summary, zone, audience, price, supports, starts, options } = article;
  const details = [zone, audience, summary].filter((text) => text !== null && text !== "").join(" · ");
  const hasChoices = supports.length > 1 || starts.length > 0 || options.length > 0;
  return (
    <Form method="post" className="sheet counter-article" preventScrollReset>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="article" value={shopItemId} />
      <div className="counter-article-head">
        <div>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <p className="fine soft">
            <bdi>{details}</bdi>
          </p>
        </div>
        <Figures>{formats.money(price)}</Figures>
      </div>
      {hasChoices ? (
        <Disclosure summary={t("counter.choose")} name="article">
          <ArticleChoices article={article} />
        </Disclosure>
      ) : (
        <>
          <input type="hidden" name="support" value={supports[0]} />
          <AddButton article={article} />
        </>
      )}
    </Form>
  );
}

function ArticleChoices({ article }: { article: CounterArticle }) {
  const t = useT();
  const formats = useFormats();
  const { shopItemId, supports, starts, options } = article;
  return (
    <Stack gap="m">
      {supports.length > 1 ? (
        <Select
          id={`support-${shopItemId}`}
          name="support"
          label={t("counter.support")}
          options={supports.map((value) => ({ value, label: t(`counter.support.${value}`) }))}
        />
      ) : (
        <input type="hidden" name="support" value={supports[0]} />
      )}
      {starts.length > 0 && (
        <Select
          id={`start-${shopItemId}`}
          name="start"
          label={t("counter.start")}
          options={starts.map(({ startingAt, day }) => ({ value: startingAt, label: formats.shortDay(day) }))}
        />
      )}
      {options.map((option) => (
        <Checkbox
          key={option.shopItemId}
          id={`option-${shopItemId}-${option.shopItemId}`}
          name="option"
          value={option.shopItemId}
        >
          {t("counter.option", { name: option.name, price: formats.money(option.price) })}
        </Checkbox>
      ))}
      <AddButton article={article} />
    </Stack>
  );
}

function AddButton({ article: { shopItemId, name, quantityMin, quantityMax } }: { article: CounterArticle }) {
  const t = useT();
  return (
    <div className="counter-add">
      <Field
        id={`quantity-${shopItemId}`}
        name="quantity"
        label={t("counter.quantity")}
        type="number"
        min={quantityMin}
        max={quantityMax}
        defaultValue={quantityMin}
        required
      />
      <Button icon={<PlusIcon size="s" />} aria-label={t("counter.add.what", { name })}>
        {t("counter.add")}
      </Button>
    </div>
  );
}
