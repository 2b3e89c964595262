import type { EvidenceRefusal, StaffDispute } from "@guichet/contract/office/disputes.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { DocumentIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

interface EvidenceToSubmitProps {
  dispute: StaffDispute;
  /** Why nothing can be submitted now; null: it can be. */
  refusal: EvidenceRefusal | null;
}

/** The evidence about a dispute: what was submitted, the document to read, and the form that submits it once. */
export function EvidenceToSubmit({ dispute, refusal }: EvidenceToSubmitProps) {
  const t = useT();
  const network = useNetwork();
  const maySubmit = useMay()("refunds.give");
  return (
    <Sheet id="evidence" title={t("disputes.evidence")}>
      <Stack>
        <SubmittedEvidence evidence={dispute.evidence} />
        {refusal !== null && refusal !== "EVIDENCE_SUBMITTED" && <Notice>{t(`disputes.refusal.${refusal}`)}</Notice>}
        <p className="small soft">{t("disputes.document.text")}</p>
        <LinkButton
          href={href("disputeEvidence", { network: network.id, id: dispute.disputeId })}
          target="_blank"
          icon={<DocumentIcon size="s" />}
        >
          {t("disputes.document")}
        </LinkButton>
        {refusal === null && (maySubmit ? <SubmitForm dispute={dispute} /> : <Notice>{t("shell.read-only")}</Notice>)}
      </Stack>
    </Sheet>
  );
}

function SubmittedEvidence({ evidence }: Pick<StaffDispute, "evidence">) {
  const t = useT();
  const formats = useFormats();
  if (evidence === null) return null;
  const { state, requestedAt, endedAt, refusal } = evidence;
  const tone = { sending: "wait", submitted: "ok", refused: "bad" } as const;
  return (
    <Notice tone={tone[state]} title={t(`disputes.evidence.${state}`)}>
      <p>{t("disputes.evidence.requested", { at: formats.shortInstant(requestedAt) })}</p>
      {endedAt !== null && (
        <p>
          {t(state === "refused" ? "disputes.evidence.refused-at" : "disputes.evidence.taken-at", {
            at: formats.shortInstant(endedAt),
          })}
        </p>
      )}
      {refusal !== null && (
        <p>
          {refusal === "evidence_submitted"
            ? t("disputes.evidence.elsewhere")
            : t("disputes.evidence.code", { code: refusal })}
        </p>
      )}
    </Notice>
  );
}

function SubmitForm({ dispute: { evidenceDueAt } }: Pick<EvidenceToSubmitProps, "dispute">) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formMethod === "POST" && t("disputes.busy");
  return (
    <Form method="post">
      <Stack>
        {evidenceDueAt !== null && <p>{t("disputes.submit-by", { at: formats.shortInstant(evidenceDueAt) })}</p>}
        <Checkbox name="sure" required>
          {t("disputes.sure")}
        </Checkbox>
        <Button variant="main" big busy={busy}>
          {t("disputes.submit")}
        </Button>
      </Stack>
    </Form>
  );
}
