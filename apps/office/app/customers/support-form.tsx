import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CustomerEmail, StaffCustomer } from "@guichet/contract/office/customer-service/customers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useT } from "../shell/texts.tsx";

interface SupportFormProps {
  customer: StaffCustomer;
  /** The e-mail that was chosen to be sent again. */
  chosen: CustomerEmail | undefined;
  /** The reason that was entered before a refusal. */
  typed: string | undefined;
}

/** Ends sessions, sends a password reset, or sends an e-mail again; each with a reason, confirmed after the customer was identified. */
export function SupportForm({ customer, chosen, typed }: SupportFormProps) {
  const t = useT();
  const busy = useNavigation().state === "submitting";
  return (
    <Sheet id="support" title={t("customers.support")}>
      <Form method="post" key={chosen?.emailId}>
        <Stack>
          <ChoiceGroup id="action" label={t("customers.support.what")}>
            <Choice
              id="end-sessions"
              name="action"
              value="end-sessions"
              required
              title={t("customers.support.end-sessions")}
            />
            {customer.signInMethods.includes("password") && (
              <Choice
                id="password-reset"
                name="action"
                value="password-reset"
                required
                title={t("customers.support.password-reset")}
              />
            )}
            {chosen && (
              <Choice
                id="resend"
                name="action"
                value="resend"
                required
                defaultChecked
                title={t("customers.support.resend", { subject: chosen.subject ?? chosen.template })}
                note={t("customers.support.resend.to", { email: customer.email })}
              />
            )}
          </ChoiceGroup>
          {chosen && <input type="hidden" name="emailId" value={chosen.emailId} />}
          <Field
            id="reason"
            label={t("customers.reason")}
            name="reason"
            required
            maxLength={auditReasonMaxLength}
            defaultValue={typed}
          />
          <Choice
            id="identified"
            type="checkbox"
            name="identified"
            value="yes"
            required
            title={t("customers.support.identified")}
          />
          <Button busy={busy && t("customers.saving")}>{t("customers.support.do")}</Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
