import {
  voucherBatchMax,
  voucherBatchNameMaxLength,
  voucherPrefixMaxLength,
} from "@guichet/contract/limits/cart-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { BatchField, TypedBatch } from "./typed-batch.ts";

interface BatchFormProps {
  articles: readonly { id: string; name: string }[];
  currency: string;
  typed: TypedBatch;
  /** The same for a form that is sent twice, which makes one batch. */
  idempotencyKey: string;
  wrong: { field: BatchField; text: string } | null;
}

/** How an amount is written. */
const exampleAmount = 2.5;

/** The form of a new batch. The amount and the percentage are both shown, because the style sheet hides the other one only where it can. */
export function BatchForm(form: BatchFormProps) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST" && t("vouchers.busy");
  const formats = useFormats();
  const { articles, currency, typed, idempotencyKey } = form;
  const countHint = t("vouchers.count.hint", { max: formats.number(voucherBatchMax) });
  return (
    <Form method="post" className="office-form voucher-form">
      <input type="hidden" name="key" value={idempotencyKey} />
      <input type="hidden" name="currency" value={currency} />
      <Stack>
        <Sheet id="codes" title={t("vouchers.codes")}>
          <Text form={form} name="name" maxLength={voucherBatchNameMaxLength} hint={t("vouchers.name.hint")} required />
          <Stack two>
            <Text form={form} name="count" inputMode="numeric" maxLength={7} hint={countHint} required />
            <Text form={form} name="prefix" maxLength={voucherPrefixMaxLength} hint={t("vouchers.prefix.hint")} />
          </Stack>
        </Sheet>
        <DiscountFields {...form} />
        <Sheet id="validity" title={t("vouchers.use")}>
          <Stack two>
            <Text form={form} name="validFrom" type="date" required />
            <Text form={form} name="validUntil" type="date" required />
          </Stack>
          <Stack two>
            <Text form={form} name="limit" inputMode="numeric" maxLength={7} required />
            <Text
              form={form}
              name="limitPerAccount"
              inputMode="numeric"
              maxLength={7}
              hint={t("vouchers.limit-per-account.hint")}
            />
          </Stack>
          <Checkbox name="combinable" defaultChecked={typed.combinable}>
            {t("vouchers.combinable")}
          </Checkbox>
        </Sheet>
        {articles.length > 0 && (
          <ChoiceGroup
            id="articles"
            label={t("vouchers.field.articles")}
            hint={t("vouchers.articles.hint")}
            error={form.wrong?.field === "articles" ? form.wrong.text : undefined}
            layout="cards"
          >
            {articles.map(({ id, name }) => (
              <Choice
                key={id}
                type="checkbox"
                name="articles"
                value={id}
                defaultChecked={typed.articles.includes(id)}
                title={name}
              />
            ))}
          </ChoiceGroup>
        )}
        <Button variant="main" big busy={busy}>
          {t("vouchers.create")}
        </Button>
      </Stack>
    </Form>
  );
}

function DiscountFields(form: BatchFormProps) {
  const t = useT();
  const formats = useFormats();
  const amountHint = t("vouchers.amount.hint", { example: formats.number(exampleAmount), currency: form.currency });
  return (
    <Sheet id="discount" title={t("vouchers.discount")}>
      <ChoiceGroup id="kind" label={t("vouchers.kind")}>
        {(["amount", "percent"] as const).map((kind) => (
          <Choice
            key={kind}
            name="kind"
            value={kind}
            defaultChecked={form.typed.kind === kind}
            title={t(`vouchers.field.${kind}`)}
          />
        ))}
      </ChoiceGroup>
      <div data-for="amount">
        <Text form={form} name="amount" inputMode="decimal" maxLength={14} hint={amountHint} />
      </div>
      <div data-for="percent">
        <Text form={form} name="percent" inputMode="numeric" maxLength={3} />
      </div>
      <Text form={form} name="minimumAmount" inputMode="decimal" maxLength={14} hint={amountHint} />
    </Sheet>
  );
}

interface TextProps {
  form: BatchFormProps;
  name: Exclude<BatchField, "articles">;
  type?: "date";
  inputMode?: "numeric" | "decimal";
  maxLength?: number;
  hint?: string;
  required?: boolean;
}

function Text({ form: { typed, wrong }, name, hint, ...input }: TextProps) {
  const t = useT();
  return (
    <Field
      {...input}
      name={name}
      label={t(`vouchers.field.${name}`)}
      hint={hint}
      error={wrong?.field === name ? wrong.text : undefined}
      defaultValue={typed[name]}
      autoComplete="off"
    />
  );
}
