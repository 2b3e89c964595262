import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import { counterReferenceMaxLength } from "@guichet/contract/limits/counter-limits.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CounterSale, getCounterSale } from "@guichet/contract/office/counter.ts";
import type { Money } from "@guichet/contract/values.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation, useSearchParams } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

type Sold = ReceivedOf<typeof getCounterSale>;

interface RefundFormProps {
  sold: Pick<Sold, "sale" | "parts">;
  /** What was typed before it was refused. */
  typed: { reason: string; reference: string } | undefined;
}

/** Refunds what is left of a sale, or chosen parts of it, as it was paid. */
export function RefundForm({ sold: { sale, parts }, typed }: RefundFormProps) {
  const t = useT();
  const formats = useFormats();
  const [query] = useSearchParams();
  const chosen = parts.filter(({ partId }) => query.getAll("part").includes(partId));
  const whole = sale.parts.length === 0 ? t("counter.refund.whole") : t("counter.refund.rest");
  return (
    <Sheet id="refund" title={t("counter.refund")}>
      <Stack>
        {parts.length > 0 && (
          <Disclosure summary={t("counter.refund.parts")} open={chosen.length > 0} name="refund">
            <Form method="get" preventScrollReset>
              <Stack gap="m">
                {parts.map(({ partId, name, serial, left }) => (
                  <Checkbox
                    key={partId}
                    id={`part-${partId}`}
                    name="part"
                    value={partId}
                    defaultChecked={chosen.some((part) => part.partId === partId)}
                  >
                    {t("counter.refund.part", { name, serial: serial ?? "", left: formats.money(left) })}
                  </Checkbox>
                ))}
                <Button>{t("counter.refund.parts.choose")}</Button>
              </Stack>
            </Form>
            {chosen.length > 0 && <PartsForm sale={sale} chosen={chosen} typed={typed} />}
          </Disclosure>
        )}
        {chosen.length === 0 && (
          <Disclosure summary={whole} open={typed !== undefined} name="refund">
            <Form method="post">
              <input type="hidden" name="amount" value={sale.remaining.amount} />
              <input type="hidden" name="currency" value={sale.remaining.currency} />
              <MoneyBack sale={sale} amount={sale.remaining} typed={typed} />
            </Form>
          </Disclosure>
        )}
      </Stack>
    </Sheet>
  );
}

/** Confirms the chosen parts: what was paid for them or, where that is less, what their conditions give. */
function PartsForm({
  sale,
  chosen,
  typed,
}: Pick<RefundFormProps, "typed"> & { sale: CounterSale; chosen: Sold["parts"] }) {
  const t = useT();
  const formats = useFormats();
  const { currency } = sale.amount;
  const sumOf = (amounts: readonly Money[]): Money => ({
    ...{ currency, amount: amounts.reduce((sum, { amount }) => sum + amount, 0) },
  });
  const paid = sumOf(chosen.map(({ left }) => left));
  const byPolicy = sumOf(chosen.map((part) => part.byPolicy));
  const hasChoice = byPolicy.amount > 0 && byPolicy.amount < paid.amount;
  return (
    <Form method="post">
      {chosen.map(({ partId }) => (
        <input key={partId} type="hidden" name="part" value={partId} />
      ))}
      <input type="hidden" name="currency" value={currency} />
      <Stack gap="m">
        {hasChoice ? (
          <ChoiceGroup id="amount" label={t("counter.refund.amount")}>
            <Choice
              name="amount"
              value={`${paid.amount}`}
              defaultChecked
              title={formats.money(paid)}
              note={t("counter.refund.paid")}
            />
            <Choice
              name="amount"
              value={`${byPolicy.amount}`}
              title={formats.money(byPolicy)}
              note={t("counter.refund.by-policy")}
            />
          </ChoiceGroup>
        ) : (
          <input type="hidden" name="amount" value={paid.amount} />
        )}
        <MoneyBack sale={sale} amount={hasChoice ? null : paid} typed={typed} />
      </Stack>
    </Form>
  );
}

/** How the money goes back, and why; `amount`: null where it is chosen above. */
function MoneyBack({
  sale: { method },
  amount,
  typed,
}: Pick<RefundFormProps, "typed"> & { sale: CounterSale; amount: Money | null }) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formMethod === "POST" && t("counter.busy");
  const text = method === "CASH" ? "counter.refund.cash" : "counter.refund.slip";
  return (
    <Stack gap="m">
      <p>{t(text, { amount: amount === null ? t("counter.refund.chosen") : formats.money(amount) })}</p>
      {method !== "CASH" && (
        <Field
          name="reference"
          label={t("counter.field.reference")}
          defaultValue={typed?.reference ?? ""}
          maxLength={counterReferenceMaxLength}
          autoComplete="off"
          required
        />
      )}
      <TextArea
        name="reason"
        label={t("counter.reason")}
        defaultValue={typed?.reason ?? ""}
        rows={2}
        maxLength={auditReasonMaxLength}
        required
      />
      <Button variant="danger" busy={busy}>
        {t("counter.refund.do")}
      </Button>
    </Stack>
  );
}
