import {
  contractNameMaxLength,
  contractNumberMaxLength,
  terminationReasonMaxLength,
} from "@guichet/contract/limits/termination-limits.ts";
import { chosenEndMonthsMax } from "@guichet/rules/renewals.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack, type Typed } from "../forms/form-values.ts";
import { EmailField } from "../identity/forms/email-field.tsx";
import { NameFields } from "../identity/forms/person-form.tsx";
import { Title } from "../page/title.tsx";
import { useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { readTermination } from "./termination-forms.ts";
import { terminationFault } from "./termination-words.ts";

/** The form that names a contract, for somebody who is not signed in. `start`: what is known or was typed before. */
export function TerminationForm({ start, answer }: { start: Typed; answer: SentBack | undefined }) {
  const t = useT();
  const today = useToday();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readTermination(typed, today())),
    words: (fault) => terminationFault(t, fault),
    answer,
  });
  const valueIn = (field: string) => form.value(field) ?? start[field];
  return (
    <>
      <Title faulty={form.faulty}>{t("terminations.title")}</Title>
      {form.summary}
      <PageHead title={t("terminations.title")}>{t("terminations.lead")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="check" />
        <Field
          name="number"
          label={t("terminations.number")}
          hint={t("terminations.number.hint")}
          error={form.error("number")}
          defaultValue={valueIn("number")}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          maxLength={contractNumberMaxLength}
          required
        />
        <NameFields form={form} start={start} />
        <EmailField form={form} hint={t("terminations.email.hint")} {...(start.email && { known: start.email })} />
        <Field
          name="contract"
          label={t("terminations.contract")}
          hint={t("terminations.contract.hint")}
          error={form.error("contract")}
          defaultValue={valueIn("contract")}
          autoComplete="off"
          dir="auto"
          maxLength={contractNameMaxLength}
          required
        />
        <Field
          name="endOn"
          type="date"
          label={t("terminations.end-on")}
          mark={t("terminations.optional")}
          hint={t("terminations.end-on.hint", { months: chosenEndMonthsMax })}
          error={form.error("endOn")}
          defaultValue={valueIn("endOn")}
        />
        <TextArea
          name="reason"
          label={t("terminations.reason")}
          mark={t("terminations.optional")}
          error={form.error("reason")}
          defaultValue={valueIn("reason")}
          maxLength={terminationReasonMaxLength}
          rows={3}
        />
        <Button variant="main" big busy={form.busy && t("terminations.busy")}>
          {t("terminations.continue")}
        </Button>
      </Form>
    </>
  );
}
