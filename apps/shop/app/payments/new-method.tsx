import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Form } from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { accountActions } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Form to save another card or account; with `subscription`, it returns to that subscription's payment method. */
export function NewMethod({ subscription }: { subscription?: string }) {
  const t = useT();
  const { switches, takesCards } = usePageContext().network;
  return (
    <>
      {takesCards && (
        <Form method="post" action={accountActions.paymentCard}>
          <input type="hidden" name="what" value="add" />
          {subscription && <input type="hidden" name="subscription" value={subscription} />}
          <Button>{t("payments.add")}</Button>
          <p className="small soft">{t("payments.add.note")}</p>
        </Form>
      )}
      {switches.transferPayments && <NewAccount {...(subscription ? { subscription } : {})} />}
    </>
  );
}

/** Form to save a bank account without an order; each order or subscription has its own signed mandate. */
function NewAccount({ subscription }: { subscription?: string }) {
  const t = useT();
  return (
    <Disclosure summary={t("payments.account.add")}>
      <Form method="post" action={accountActions.paymentCard} className="stack" data-gap="m">
        <input type="hidden" name="what" value="account" />
        {subscription && <input type="hidden" name="subscription" value={subscription} />}
        <Field name="iban" label={t("payments.account.iban")} dir="ltr" autoComplete="off" maxLength={60} required />
        <Field name="holder" label={t("payments.account.holder")} autoComplete="name" maxLength={70} required />
        <Button>{t("payments.account.keep")}</Button>
        <p className="small soft">{t("payments.account.note")}</p>
      </Form>
    </Disclosure>
  );
}
