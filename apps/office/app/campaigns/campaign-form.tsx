import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { campaignNameMaxLength, campaignReasonMaxLength } from "@guichet/contract/limits/compensation-limits.ts";
import { CompensationKind, type getCampaignChoices, UnpayableRule } from "@guichet/contract/office/compensations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { DraftField, TypedCampaign } from "./campaign-draft.ts";

type Choices = ReceivedOf<typeof getCampaignChoices>;

interface CampaignFormProps {
  choices: Choices;
  typed: TypedCampaign;
  /** Hidden values: the key by which a form that is sent twice makes one draft, or the version that is changed. */
  hidden: { key: string } | { version: string };
  wrong: WrongField | null;
}

/** How an amount is written. */
const exampleAmount = 2.5;

/** The form of a draft. Fields that the chosen kind does not need are hidden by the style sheet. */
export function CampaignForm(form: CampaignFormProps) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST" && t("campaigns.busy");
  const { choices, typed, hidden, wrong } = form;
  const errorOf = (field: DraftField) => (wrong?.field === field ? wrong.text : undefined);
  const ids = { articles: choices.articles, categories: choices.categories };
  return (
    <Form method="post" className="office-form campaign-form">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {choices.languages.map((language) => (
        <input key={language} type="hidden" name="language" value={language} />
      ))}
      <Stack>
        <Sheet id="days" title={t("campaigns.part.days")}>
          <Field
            name="name"
            label={t("campaigns.name")}
            hint={t("campaigns.name.hint")}
            error={errorOf("name")}
            defaultValue={typed.name}
            maxLength={campaignNameMaxLength}
            autoComplete="off"
            required
          />
          <Stack two>
            <DayField name="from" error={errorOf("from")} value={typed.from} max={choices.today} />
            <DayField name="to" error={errorOf("to")} value={typed.to} max={choices.today} />
          </Stack>
        </Sheet>
        <Sheet id="tickets" title={t("campaigns.part.tickets")}>
          <Several name="categories" choices={ids.categories} chosen={typed.categories} error={errorOf("categories")} />
          <Several name="articles" choices={ids.articles} chosen={typed.articles} error={errorOf("articles")} />
          <Several name="lines" choices={choices.lines.map(named)} chosen={typed.lines} />
          <Several name="zones" choices={choices.zones.map(named)} chosen={typed.zones} />
        </Sheet>
        <AmountFields {...form} errorOf={errorOf} />
        <Sheet id="reasons" title={t("campaigns.part.reason")}>
          <p className="small soft">{t("campaigns.reason.text")}</p>
          {choices.languages.map((language) => (
            <TextArea
              key={language}
              name={`reason-${language}`}
              label={t(`campaigns.reason.${language}`)}
              error={typed.reasons[language] ? undefined : errorOf("reasons")}
              defaultValue={typed.reasons[language]}
              lang={language}
              rows={2}
              maxLength={campaignReasonMaxLength}
              required
            />
          ))}
        </Sheet>
        <Button variant="main" big busy={busy}>
          {t("campaigns.draft")}
        </Button>
      </Stack>
    </Form>
  );
}

/** The field that is missing or wrong, with its text. */
export function useWrongField(answer: { code: ErrorCode; field: DraftField | null } | undefined): WrongField | null {
  const t = useT();
  if (answer === undefined || answer.field === null) return null;
  const { code, field } = answer;
  return { field, text: t(code === "FIELD_REQUIRED" ? `campaigns.missing.${field}` : `campaigns.wrong.${field}`) };
}

interface WrongField {
  field: DraftField;
  text: string;
}

const named = (name: string) => ({ id: name, name });

function DayField({
  name,
  error,
  value,
  max,
}: {
  name: "from" | "to";
  error: string | undefined;
  value: string;
  max: string;
}) {
  const t = useT();
  return (
    <Field
      type="date"
      name={name}
      label={t(`campaigns.${name}`)}
      error={error}
      defaultValue={value}
      max={max}
      required
    />
  );
}

interface SeveralProps {
  name: "articles" | "categories" | "lines" | "zones";
  choices: readonly { id: string; name: string; onSale?: boolean }[];
  chosen: readonly string[];
  error?: string | undefined;
}

/** Some of the network's articles, categories, lines or zones. */
function Several({ name, choices, chosen, error }: SeveralProps) {
  const t = useT();
  if (choices.length === 0) return null;
  return (
    <ChoiceGroup
      id={name}
      label={t(`campaigns.${name}`)}
      hint={t(`campaigns.${name}.hint`)}
      error={error}
      layout="cards"
    >
      {choices.map(({ id, name: title, onSale }) => (
        <Choice
          key={id}
          type="checkbox"
          name={name}
          value={id}
          defaultChecked={chosen.includes(id)}
          title={title}
          note={onSale === false ? t("campaigns.withdrawn") : undefined}
        />
      ))}
    </ChoiceGroup>
  );
}

/** How much each ticket gets, and what happens to what cannot be refunded. */
function AmountFields({
  typed,
  choices,
  errorOf,
}: Pick<CampaignFormProps, "typed" | "choices"> & { errorOf: (field: DraftField) => string | undefined }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Sheet id="amounts" title={t("campaigns.part.amount")}>
      <ChoiceGroup id="kind" label={t("campaigns.kind")}>
        {CompensationKind.options.map((kind) => (
          <Choice
            key={kind}
            name="kind"
            value={kind}
            defaultChecked={typed.kind === kind}
            title={t(`campaigns.kind.${kind}`)}
            note={t(`campaigns.kind.${kind}.note`)}
          />
        ))}
      </ChoiceGroup>
      <div data-for="amount">
        <Field
          name="amount"
          label={t("campaigns.amount", { currency: choices.currency })}
          hint={t("campaigns.amount.hint", { example: formats.number(exampleAmount) })}
          error={errorOf("amount")}
          defaultValue={typed.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
        />
      </div>
      <div data-for="share">
        <Field
          name="percent"
          label={t("campaigns.percent")}
          error={errorOf("percent")}
          defaultValue={typed.percent}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
      </div>
      <div data-for="refund">
        <ChoiceGroup id="unpayable" label={t("campaigns.unpayable")} hint={t("campaigns.unpayable.hint")}>
          {UnpayableRule.options.map((rule) => (
            <Choice
              key={rule}
              name="unpayable"
              value={rule}
              defaultChecked={typed.unpayable === rule}
              title={t(`campaigns.unpayable.${rule}`)}
            />
          ))}
        </ChoiceGroup>
      </div>
      <div data-for="voucher">
        <Field
          type="date"
          name="voucherUntil"
          label={t("campaigns.voucher-until")}
          error={errorOf("voucherUntil")}
          defaultValue={typed.voucherUntil}
          min={choices.today}
        />
      </div>
    </Sheet>
  );
}
