import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useMay } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

const outcomes = ["won", "lost"] as const;

/** The form that records what the bank decided, for a dispute that the payment provider does not report. */
export function DecideDispute() {
  const t = useT();
  const mayDecide = useMay()("payments.settle");
  const busy = useNavigation().formData?.get("what") === "decide" && t("disputes.decide.busy");
  return (
    <Sheet id="decide" title={t("disputes.decide")}>
      <Stack>
        <p className="small soft">{t("disputes.decide.text")}</p>
        {mayDecide ? (
          <Form method="post">
            <input type="hidden" name="what" value="decide" />
            <Stack>
              <ChoiceGroup id="outcome" label={t("disputes.decide.outcome")}>
                {outcomes.map((outcome) => (
                  <Choice
                    key={outcome}
                    type="radio"
                    name="outcome"
                    value={outcome}
                    required
                    title={t(`disputes.decide.${outcome}`)}
                  />
                ))}
              </ChoiceGroup>
              <TextArea
                label={t("disputes.decide.reason")}
                name="reason"
                rows={2}
                maxLength={auditReasonMaxLength}
                required
              />
              <Button busy={busy}>{t("disputes.decide.send")}</Button>
            </Stack>
          </Form>
        ) : (
          <Notice>{t("shell.read-only")}</Notice>
        )}
      </Stack>
    </Sheet>
  );
}
