import { agencyClosingDaysMax } from "@guichet/contract/limits/agency-limits.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Button, type ButtonVariant } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { SeenAgency } from "./agency-draft.ts";
import type { AgencyAnswer } from "./change-agency.ts";

interface ClosingFormsProps {
  seen: SeenAgency;
  today: string;
  /** The answer to the form that was refused. */
  answer: AgencyAnswer | undefined;
  /** The field that is missing or wrong, with its text. */
  wrong: { field: string | null; text: string } | null;
  /** Orders promised at times when the agency is closed. */
  toMove: number;
}

/** Closes an agency for days or for good, opens it again, or moves what was promised for times when it is closed. */
export function ClosingForms(forms: ClosingFormsProps) {
  const t = useT();
  const { seen, toMove } = forms;
  return (
    <>
      {toMove > 0 && (
        <Sheet id="to-move" title={t("agencies.to-move")}>
          <p>{t("agencies.to-move.text", { count: toMove })}</p>
          <OneForm forms={forms} what="move" />
        </Sheet>
      )}
      {seen.isClosed ? (
        <Sheet id="reopen" title={t("agencies.reopen")}>
          <OneForm forms={forms} what="reopen" />
        </Sheet>
      ) : (
        <>
          <Sheet id="close-days" title={t("agencies.close-days")}>
            <OneForm forms={forms} what="close-days">
              <DayFields {...forms} />
            </OneForm>
          </Sheet>
          <Sheet id="close" title={t("agencies.close")}>
            <Disclosure summary={t("agencies.close.summary")} open={forms.answer?.what === "close"}>
              <Stack>
                <p>{t("agencies.close.text")}</p>
                <OneForm forms={forms} what="close" variant="danger" />
              </Stack>
            </Disclosure>
          </Sheet>
        </>
      )}
    </>
  );
}

function DayFields({ today, answer, wrong }: ClosingFormsProps) {
  const t = useT();
  const formats = useFormats();
  const typed = answer?.what === "close-days" ? answer.typed.closing : undefined;
  const errorOf = (field: string) => (wrong?.field === field ? wrong.text : undefined);
  return (
    <>
      <Field
        name="from"
        type="date"
        label={t("agencies.from")}
        error={errorOf("from")}
        defaultValue={typed?.from ?? ""}
        min={today}
        required
      />
      <Field
        name="until"
        type="date"
        label={t("agencies.until")}
        hint={t("agencies.until.hint", { days: formats.number(agencyClosingDaysMax) })}
        error={errorOf("until")}
        defaultValue={typed?.until ?? ""}
        min={today}
      />
      <Checkbox name="yearly" defaultChecked={typed?.isYearly ?? false}>
        {t("agencies.yearly")}
      </Checkbox>
    </>
  );
}

interface OneFormProps {
  forms: ClosingFormsProps;
  what: "close-days" | "close" | "reopen" | "move";
  variant?: ButtonVariant["variant"];
  children?: ReactNode;
}

function OneForm({ forms: { seen, answer, wrong }, what, variant, children }: OneFormProps) {
  const t = useT();
  const isBusy = useNavigation().formData?.get("what") === what;
  const isRefused = answer?.what === what;
  return (
    <Form method="post">
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      <Stack>
        {children}
        <TextArea
          id={`${what}-reason`}
          name="reason"
          label={t("agencies.reason")}
          error={isRefused && wrong?.field === "reason" ? wrong.text : undefined}
          defaultValue={isRefused ? answer.typed.reason : ""}
          rows={2}
          maxLength={auditReasonMaxLength}
          required
        />
        <Button variant={variant} busy={isBusy && t("agencies.busy")}>
          {t(`agencies.${what}.do`)}
        </Button>
      </Stack>
    </Form>
  );
}
