import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { TerminationRefusal } from "@guichet/contract/office/terminations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { useT } from "../shell/texts.tsx";

/** Refuses a termination, with the reason that the sender gets by e-mail. */
export function RefuseForm() {
  const t = useT();
  return (
    <Sheet id="refuse" title={t("terminations.refuse")}>
      <Form method="post">
        <Stack>
          <Select
            label={t("terminations.refusal")}
            name="refusal"
            required
            defaultValue=""
            options={[
              { value: "", label: t("terminations.refusal.choose"), disabled: true },
              ...TerminationRefusal.options.map((each) => ({ value: each, label: t(`terminations.refusal.${each}`) })),
            ]}
          />
          <TextArea
            label={t("terminations.remark")}
            hint={t("terminations.remark.hint")}
            name="remark"
            rows={3}
            maxLength={auditReasonMaxLength}
          />
          <Button name="what" value="refuse">
            {t("terminations.refuse.button")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
