import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useT } from "../shell/texts.tsx";
import type { TypedDrawer } from "./typed-drawer.ts";

interface CloseFormProps {
  drawerId: string;
  typed: TypedDrawer | null;
  /** The field that is missing or wrong, with its text. */
  wrong: { field: string | null; text: string } | null;
}

/** Counts a drawer and closes it for good. */
export function CloseForm({ drawerId, typed, wrong }: CloseFormProps) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST" && t("counter.busy");
  const errorOf = (field: string) => (wrong?.field === field ? wrong.text : undefined);
  return (
    <Sheet id="close" title={t("counter.drawer.close")}>
      <Form method="post">
        <input type="hidden" name="drawer" value={drawerId} />
        <Stack>
          <Field
            name="countedAmount"
            label={t("counter.drawer.counted")}
            hint={t("counter.drawer.counted.hint")}
            error={errorOf("countedAmount")}
            defaultValue={typed?.countedAmount ?? ""}
            inputMode="decimal"
            maxLength={14}
            autoComplete="off"
            required
          />
          <TextArea
            name="reason"
            label={t("counter.reason")}
            hint={t("counter.drawer.reason.hint")}
            error={errorOf("reason")}
            defaultValue={typed?.reason ?? ""}
            rows={2}
            maxLength={auditReasonMaxLength}
          />
          <Button variant="danger" busy={busy}>
            {t("counter.drawer.close.do")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
