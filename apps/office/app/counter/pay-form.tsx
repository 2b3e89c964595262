import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { ItemField } from "@guichet/contract/catalogue.ts";
import { nameMaxLength } from "@guichet/contract/limits/account-limits.ts";
import { counterReferenceMaxLength } from "@guichet/contract/limits/counter-limits.ts";
import type { CounterArticle, quoteCounterSale } from "@guichet/contract/office/counter.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useLoaderData, useNavigation } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { loader } from "./counter-loader.ts";
import { firstPerson, peopleOf } from "./sale-address.ts";
import {
  askedFields,
  emptySale,
  inputName,
  personFields,
  personInput,
  personKey,
  type SaleField,
  type TypedSale,
} from "./typed-sale.ts";

interface PayFormProps {
  quote: ReceivedOf<typeof quoteCounterSale>;
  articles: readonly CounterArticle[];
  /** What was typed before it was refused. */
  typed: TypedSale | null;
  wrong: { field: SaleField | null; text: string } | null;
  hasDrawer: boolean;
}

/** How the sale is paid, who gets the receipt, and what its articles ask for. Its key is in the address: sent twice, it sells once. */
export function PayForm(form: PayFormProps) {
  const t = useT();
  const formats = useFormats();
  const { quote, hasDrawer } = form;
  const busy = useNavigation().formData?.get("intent") === "sell" && t("counter.busy");
  const [first = "CASH"] = quote.methods.filter((method) => method !== "CASH" || hasDrawer);
  const typed = form.typed ?? emptySale(first);
  const isFree = quote.totalAmount.amount === 0;
  const isWrong =
    quote.errors.length > 0 ||
    quote.lines.some(({ errors }) => errors.length > 0) ||
    quote.discounts.some(({ error }) => error !== null);
  if (isWrong) return <Notice tone="wait">{t("counter.mend")}</Notice>;
  return (
    <Form method="post" className="counter-form">
      <input type="hidden" name="intent" value="sell" />
      <input type="hidden" name="total" value={quote.totalAmount.amount} />
      <input type="hidden" name="currency" value={quote.totalAmount.currency} />
      <Sheet id="payment" title={t("counter.payment")}>
        <Stack>
          <ArticleFields typed={typed} />
          <PeopleFields form={form} typed={typed} />
          <Text form={form} typed={typed} name="email" type="email" maxLength={254} hint={t("counter.email.hint")} />
          {!isFree && <MethodFields form={form} typed={typed} />}
          {!hasDrawer && <AgencyField form={form} typed={typed} />}
          {quote.mustConfirm && (
            <Checkbox name="duplicateAccepted" defaultChecked={typed.duplicateAccepted}>
              {t("counter.duplicate")}
            </Checkbox>
          )}
          <Button variant="main" big id="pay" busy={busy} end={formats.money(quote.totalAmount)}>
            {t("counter.sell")}
          </Button>
        </Stack>
      </Sheet>
    </Form>
  );
}

type FieldsProps = { form: PayFormProps; typed: TypedSale };

function MethodFields({ form, typed }: FieldsProps) {
  const t = useT();
  const formats = useFormats();
  const { quote, hasDrawer } = form;
  if (quote.methods.length === 0) return <Notice tone="bad">{t("counter.method.none")}</Notice>;
  return (
    <>
      <ChoiceGroup id="method" label={t("counter.method")}>
        {quote.methods.map((method) => (
          <Choice
            key={method}
            name="method"
            value={method}
            defaultChecked={method === typed.method}
            disabled={method === "CASH" && !hasDrawer}
            title={t(`counter.method.${method}`)}
            note={method === "CASH" && !hasDrawer ? t("counter.drawer.none") : undefined}
          />
        ))}
      </ChoiceGroup>
      {quote.methods.includes("CASH") && hasDrawer && (
        <div data-for="cash">
          <Text
            form={form}
            typed={typed}
            name="givenAmount"
            inputMode="decimal"
            maxLength={14}
            hint={t("counter.given.hint", { total: formats.money(quote.totalAmount) })}
            shortcut="e"
          />
        </div>
      )}
      <div data-for="slip">
        <Text
          form={form}
          typed={typed}
          name="reference"
          maxLength={counterReferenceMaxLength}
          hint={t("counter.reference.hint")}
        />
      </div>
    </>
  );
}

function AgencyField({ form: { wrong }, typed }: FieldsProps) {
  const t = useT();
  const { counter } = useLoaderData<typeof loader>();
  return (
    <Select
      name="agencyId"
      label={t("counter.field.agencyId")}
      error={wrong?.field === "agencyId" ? wrong.text : undefined}
      defaultValue={typed.agencyId}
      options={counter.agencies.map(({ id, label }) => ({ value: id, label }))}
    />
  );
}

/** Names and birth dates of the travellers without an account. */
function PeopleFields({ form, typed }: FieldsProps) {
  const t = useT();
  const formats = useFormats();
  const { counter, draft } = useLoaderData<typeof loader>();
  const people = new Set(form.quote.personLines.map((index) => draft.lines[index]?.traveller ?? firstPerson));
  if (people.size === 0) return null;
  const numbered = (person: string) => t("counter.person.number", { number: formats.number(Number(person)) });
  return (
    <>
      <p className="soft">{t("counter.person")}</p>
      {[...people].sort().map((person) =>
        person === firstPerson ? (
          <fieldset key={person}>
            {peopleOf(draft).length > 1 && <legend>{numbered(person)}</legend>}
            <PersonFields form={form} typed={typed} />
          </fieldset>
        ) : (
          <fieldset key={person}>
            <legend>{numbered(person)}</legend>
            <Stack two>
              {personFields.map(
                (field) =>
                  (field !== "birthDate" || counter.asksBirthDate) && (
                    <Field
                      key={field}
                      name={personInput(person, field)}
                      label={t(`counter.field.${field}`)}
                      type={field === "birthDate" ? "date" : "text"}
                      defaultValue={typed.people[personKey(person, field)] ?? ""}
                      maxLength={nameMaxLength}
                      autoComplete="off"
                      required
                    />
                  ),
              )}
            </Stack>
          </fieldset>
        ),
      )}
    </>
  );
}

function PersonFields({ form, typed }: FieldsProps) {
  const { counter } = useLoaderData<typeof loader>();
  return (
    <>
      <Stack two>
        <Text form={form} typed={typed} name="firstName" maxLength={100} required />
        <Text form={form} typed={typed} name="lastName" maxLength={100} required />
      </Stack>
      {counter.asksBirthDate && <Text form={form} typed={typed} name="birthDate" type="date" required />}
    </>
  );
}

interface TextProps extends FieldsProps {
  name: Exclude<SaleField, "agencyId">;
  type?: "date" | "email";
  inputMode?: "decimal";
  maxLength?: number;
  hint?: string;
  required?: boolean;
  shortcut?: string;
}

function Text({ form: { wrong }, typed, name, hint, shortcut, ...input }: TextProps) {
  const t = useT();
  return (
    <Field
      {...input}
      name={name}
      label={t(`counter.field.${name}`)}
      hint={hint}
      error={wrong?.field === name ? wrong.text : undefined}
      defaultValue={typed[name]}
      autoComplete="off"
      side={shortcut && <Key>{shortcut}</Key>}
    />
  );
}

/** What the articles of the sale ask for: a number plate, a consent. */
function ArticleFields({ typed }: { typed: TypedSale }) {
  const { draft, chosen } = useLoaderData<typeof loader>();
  return askedFields(draft, chosen).map(({ line, article }) => (
    <fieldset key={`${line} ${article.shopItemId}`}>
      <legend>
        <bdi>{article.name}</bdi>
      </legend>
      <Stack gap="m">
        {article.fields.map((field) => (
          <ArticleField key={field.id} field={field} line={line} value={typed.articleFields[`${line}-${field.id}`]} />
        ))}
      </Stack>
    </fieldset>
  ));
}

const inputTypes = { text: "text", number: "number", date: "date", email: "email", phone: "tel" } as const;

function ArticleField({ field, line, value = "" }: { field: ItemField; line: number; value: string | undefined }) {
  const { id, type, label, hint, required, choices, minLength, maxLength } = field;
  const name = inputName(line, id);
  if (type === "checkbox")
    return (
      <Checkbox name={name} value="true" defaultChecked={value === "true"} required={required}>
        {label}
      </Checkbox>
    );
  if (type === "select")
    return (
      <Select
        {...{ name, label, required }}
        hint={hint ?? undefined}
        defaultValue={value}
        options={[{ value: "", label: "" }, ...choices]}
      />
    );
  return (
    <Field
      {...{ name, label, required }}
      hint={hint ?? undefined}
      type={inputTypes[type]}
      defaultValue={value}
      {...(minLength === null ? {} : { minLength })}
      {...(maxLength === null ? {} : { maxLength })}
      autoComplete="off"
    />
  );
}
