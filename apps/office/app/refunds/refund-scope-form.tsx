import { type PreviewedTicket, RefundScope } from "@guichet/contract/office/refunds.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { FormEvent } from "react";
import { Form, useSubmit } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

interface RefundScopeFormProps {
  scope: RefundScope;
  ticketIds: readonly string[];
  /** The amount as it was typed. */
  typed: string;
  missing: string | null;
  preview: { tickets: readonly PreviewedTicket[] };
}

/** How an amount is written. */
export const exampleAmount = 12.5;

/** What is refunded: the whole order, some of its tickets, or an amount. A choice computes the preview anew. */
export function RefundScopeForm({ scope, ticketIds, typed, missing, preview: { tickets } }: RefundScopeFormProps) {
  const t = useT();
  const formats = useFormats();
  const submit = useSubmit();
  const example = formats.number(exampleAmount);
  const compute = (event: FormEvent<HTMLInputElement>) =>
    submit(event.currentTarget.form, { replace: true, preventScrollReset: true });
  return (
    <Sheet>
      <Form method="get" replace preventScrollReset>
        <Stack>
          <ChoiceGroup id="scope" label={t("refunds.scope")}>
            {RefundScope.options.map((one) => (
              <Choice
                key={one}
                name="scope"
                value={one}
                defaultChecked={scope === one}
                onChange={compute}
                title={t(`refunds.scope.${one}`)}
                note={t(`refunds.scope.${one}.note`)}
              />
            ))}
          </ChoiceGroup>
          {scope === "tickets" && (
            <ChoiceGroup id="tickets" label={t("refunds.which")}>
              {tickets.map((ticket) => (
                <TicketChoice
                  key={ticket.ticketId}
                  ticket={ticket}
                  isChosen={ticketIds.includes(ticket.ticketId)}
                  onChange={compute}
                />
              ))}
            </ChoiceGroup>
          )}
          {scope !== "order" && (
            <Field
              key={scope}
              name="amount"
              label={t("refunds.amount")}
              hint={scope === "goodwill" ? t("refunds.amount.goodwill", { example }) : t("refunds.amount.tickets")}
              error={missing === "amount-invalid" ? t("refunds.missing.amount-invalid", { example }) : undefined}
              defaultValue={typed}
              inputMode="decimal"
              autoComplete="off"
              maxLength={14}
              action={<Button>{t("refunds.compute")}</Button>}
            />
          )}
          <noscript>
            <Button>{t("refunds.compute")}</Button>
          </noscript>
        </Stack>
      </Form>
    </Sheet>
  );
}

interface TicketChoiceProps {
  ticket: PreviewedTicket;
  isChosen: boolean;
  onChange: (event: FormEvent<HTMLInputElement>) => void;
}

function TicketChoice({ ticket, isChosen, onChange }: TicketChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const { ticketId, name, serial, traveller, left, isRefundable } = ticket;
  return (
    <Choice
      type="checkbox"
      name="ticket"
      value={ticketId}
      defaultChecked={isChosen}
      disabled={!isRefundable}
      onChange={onChange}
      title={name}
      note={isRefundable ? [serial, traveller].filter(Boolean).join(" · ") : t("refunds.ticket.not", { serial })}
      end={formats.money(left)}
    />
  );
}
