import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import { Validity } from "@guichet/contract/catalogue.ts";
import { Texts } from "@guichet/contract/locales.ts";
import { PackArticle } from "@guichet/contract/network-pack.ts";
import type { DraftChange, DraftItemKind, getDraftItem } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import type { ReactNode } from "react";
import { z } from "zod";
import { useFormats } from "../../shell/page-context.tsx";
import { useT } from "../../shell/texts.tsx";
import { Colour } from "./colour.tsx";
import { type ChoiceList, fieldsOf } from "./item-fields.ts";
import { useOptionWords } from "./option-words.ts";

export type Choices = ReceivedOf<typeof getDraftItem>["choices"];

/** What names the values of an item: the network's currency, and the items that it refers to. */
export interface ValueNames {
  currency: string;
  choices: Choices;
}

/** The name of an item that another refers to; its id if there is none. */
const isChoiceList = (list: string, choices: Choices): list is ChoiceList => Object.hasOwn(choices, list);

export const nameOf = ({ choices }: ValueNames, list: ChoiceList, id: string): string =>
  choices[list].find((one) => one.id === id)?.name ?? id;

/** The same with the names of what a draft withdraws. */
export function withNames({ currency, choices }: ValueNames, changes: readonly DraftChange[]): ValueNames {
  const named = { ...choices };
  for (const { kind, itemId, name, change } of changes)
    if (change === "withdrawn" && isChoiceList(kind, named)) named[kind] = [...named[kind], { id: itemId, name }];
  return { currency, choices: named };
}

const Ids = z.array(z.string());
const TextsByLanguage = z.record(z.string(), z.union([z.string(), Ids]));

/** The texts of a value by language; null: it has none. */
export const textsIn = (value: unknown): Record<string, string> | null => {
  const known = TextsByLanguage.safeParse(value).data;
  if (known === undefined) return null;
  return Object.fromEntries(
    Object.entries(known).map(([language, one]) => [language, typeof one === "string" ? one : one.join(" · ")]),
  );
};

/** Two values with only what differs of them: of texts, the languages in which they do. */
export function differing(kind: DraftItemKind, key: string, was: unknown, will: unknown): [unknown, unknown] {
  const control = fieldsOf(kind).find((field) => field.key === key)?.control.is;
  const [old, next] = [textsIn(was) ?? {}, textsIn(will) ?? {}];
  if (control !== "texts" && control !== "search-words") return [was, will];
  const only = (texts: Record<string, string>) => {
    const changed = Object.entries(texts).filter(([language]) => old[language] !== next[language]);
    return changed.length === 0 ? null : Object.fromEntries(changed);
  };
  return [only(old), only(next)];
}

/** Says the value of a key of an item: prices as money, durations in words, references by their names. */
export function useValueWords(names: ValueNames) {
  const t = useT();
  const formats = useFormats();
  const words = useOptionWords();
  const structured = useStructuredWords();
  return (kind: DraftItemKind, key: string, value: unknown): ReactNode => {
    const field = fieldsOf(kind).find((one) => one.key === key);
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
      return t("catalogue.value.none");
    const control = field?.control;
    const text = typeof value === "string" || typeof value === "number" ? `${value}` : "";
    switch (control?.is) {
      case "money":
        return <Figures>{formats.money({ amount: Number(value), currency: names.currency })}</Figures>;
      case "percent":
        return t("catalogue.value.percent", { percent: formats.number(Number(value)) });
      case "boolean":
        return value === true ? t("catalogue.yes") : t("catalogue.no");
      case "instant":
        return formats.shortInstant(text);
      case "integer":
        return formats.number(Number(value));
      case "duration":
        return words.duration(text);
      case "one":
        return field === undefined ? text : words.option(field.key, text);
      case "one-item":
        return nameOf(names, control.of, text);
      case "many":
        return formats.list(
          (Ids.safeParse(value).data ?? []).map((one) => (field ? words.option(field.key, one) : one)),
        );
      case "many-items":
        return formats.list((Ids.safeParse(value).data ?? []).map((id) => nameOf(names, control.of, id)));
      case "words":
        return formats.list(Ids.safeParse(value).data ?? []);
      case "texts":
      case "search-words":
        return <TextsInWords texts={textsIn(value) ?? {}} />;
      case "day":
        return formats.day(text);
      case "colour":
        return <Colour colour={text} />;
      case "text":
      case "fixed":
        return <bdi>{text}</bdi>;
      default:
        return (
          structured(control?.is, value) ?? <code className="catalogue-json">{JSON.stringify(value, null, 1)}</code>
        );
    }
  };
}

/** Words of values that have parts; null: it has none of the known shapes. */
function useStructuredWords() {
  const t = useT();
  const formats = useFormats();
  const words = useOptionWords();
  const validity = (value: unknown): string | null => {
    const known = Validity.safeParse(value).data;
    if (known === undefined) return null;
    if ("duration" in known)
      return t(`catalogue.validity.${known.from}.for`, { duration: words.duration(known.duration) });
    const { from, to } = known.period;
    return t("catalogue.validity.period.days", { from: formats.yearDay(from), to: formats.yearDay(to) });
  };
  const pivot = (value: unknown): string | null => {
    const known = PackArticle.shape.pivot.safeParse(value).data;
    if (known === undefined) return null;
    const numbers = { value: formats.number(known.value), proposals: formats.number(known.proposals) };
    return t("catalogue.pivot.words", { type: words.pivotType(known.type), ...numbers });
  };
  const products = (value: unknown): string | null => {
    const known = PackArticle.shape.products.safeParse(value).data;
    const named = known?.map(({ id, dematerialized }) =>
      dematerialized ? t("catalogue.products.dematerialized.one", { id }) : id,
    );
    return named === undefined ? null : formats.list(named);
  };
  const paymentOptions = (value: unknown): ReactNode => {
    const known = PackArticle.shape.paymentOptions.safeParse(value).data;
    if (known === undefined) return null;
    return (
      <ul>
        {known.map((option) => (
          <li key={JSON.stringify(option)}>
            {t("catalogue.payment.words", {
              methods: formats.list(option.paymentMethods.map(words.method)),
              count: option.installments,
              period: words.period(option.period),
            })}
            {option.allowSubscription && ` · ${t("catalogue.payment.subscription")}`}
          </li>
        ))}
      </ul>
    );
  };
  const figure = (value: unknown): ReactNode => {
    const known = PackArticle.shape.figure.safeParse(value).data;
    return known === undefined ? null : (
      <>
        {known.value} <TextsInWords texts={known.unit} />
      </>
    );
  };
  return (control: string | undefined, value: unknown): ReactNode => {
    if (control === "validity") return validity(value);
    if (control === "pivot") return pivot(value);
    if (control === "products") return products(value);
    if (control === "payment-options") return paymentOptions(value);
    return control === "figure" ? figure(value) : null;
  };
}

/** Texts by language, each in its own. */
export function TextsInWords({ texts }: { texts: Readonly<Record<string, string | undefined>> }) {
  return (
    <ul className="catalogue-texts">
      {Object.entries(Texts.safeParse(texts).data ?? {}).map(([language, text]) => (
        <li key={language}>
          <span className="fine soft" translate="no">
            {language}
          </span>{" "}
          <span lang={language} dir="auto" className="note-text">
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
