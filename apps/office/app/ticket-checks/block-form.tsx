import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useMay } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { ShownCheck } from "./shown-check.ts";

interface BlockFormProps {
  check: ShownCheck;
  isBusy: boolean;
  onChange: (what: "block" | "unblock", reason: string, check: ShownCheck) => void;
}

/** Blocks the ticket of a result, or lifts that block, with a reason; for those who may. */
export function BlockForm({ check, isBusy, onChange }: BlockFormProps) {
  const t = useT();
  const { known, checkId, text } = check;
  if (!useMay()("tickets.block") || known === null) return null;
  const what = known.blockedFor.includes("staff") ? "unblock" : "block";
  if (what === "block" && !known.isBlockable) return null;
  return (
    <Disclosure summary={t(`ticket-checks.${what}`)}>
      <Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(what, `${new FormData(event.currentTarget).get("reason") ?? ""}`, check);
        }}
      >
        {Object.entries({ what, checkId, text, ticketId: known.ticketId }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Stack>
          <p className="small soft">{t(`ticket-checks.${what}.text`)}</p>
          <TextArea
            id={`ticket-${what}`}
            label={t("ticket-checks.reason")}
            name="reason"
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <Button variant={what === "block" ? "danger" : "plain"} busy={isBusy && t("ticket-checks.busy")}>
            {t(`ticket-checks.${what}`)}
          </Button>
        </Stack>
      </Form>
    </Disclosure>
  );
}
