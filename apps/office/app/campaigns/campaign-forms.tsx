import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { Campaign } from "@guichet/contract/office/compensations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { CampaignChange } from "./change-campaign.ts";

/** The last form that was refused, with its reason as it was typed. */
export type Refused = { code: ErrorCode; what: CampaignChange | null; reason: string } | null;

interface ChangeFormsProps {
  campaign: Campaign;
  mayDecide: boolean;
  before: Refused;
}

/** What can be changed of a campaign in its state. */
export function ChangeForms({ campaign, mayDecide, before }: ChangeFormsProps) {
  const t = useT();
  const network = useNetwork();
  const { campaignId, status, startedBy } = campaign;
  const isOpen = status === "draft" || status === "awaiting" || status === "running" || status === "paused";
  return (
    <>
      {status === "awaiting" &&
        (mayDecide ? (
          <Decide before={before} />
        ) : (
          <Notice tone="wait">{t("campaigns.awaits", { name: startedBy ?? "–" })}</Notice>
        ))}
      {status === "paused" && <Change what="resume" before={before} />}
      {status === "running" && <Change what="pause" before={before} />}
      {status === "draft" && (
        <LinkButton href={href("campaignDraft", { network: network.id, id: campaignId })}>
          {t("campaigns.change-draft")}
        </LinkButton>
      )}
      {isOpen && <Change what="end" before={before} text={t(`campaigns.end.text.${status}`)} />}
      {(status === "awaiting" ||
        status === "running" ||
        status === "paused" ||
        status === "refused" ||
        status === "ended") && (
        <LinkButton href={`${href("newCampaign", { network: network.id })}?from=${campaignId}`}>
          {t("campaigns.again")}
        </LinkButton>
      )}
    </>
  );
}

/** The second person's decision. */
function Decide({ before }: { before: Refused }) {
  const t = useT();
  const was = before?.what === "approve" || before?.what === "refuse" ? before.reason : undefined;
  return (
    <Sheet id="decide" title={t("campaigns.decide")}>
      <Form method="post">
        <Stack>
          <TextArea
            id="decide-reason"
            name="reason"
            label={t("campaigns.why.optional")}
            defaultValue={was}
            rows={2}
            maxLength={auditReasonMaxLength}
          />
          <Button variant="main" name="what" value="approve">
            {t("campaigns.approve")}
          </Button>
          <Button name="what" value="refuse">
            {t("campaigns.refuse")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

interface ChangeProps {
  what: "pause" | "resume" | "end";
  before: Refused;
  text?: string;
}

function Change({ what, before, text }: ChangeProps) {
  const t = useT();
  const busy = useNavigation().formData?.get("what") === what && t("campaigns.busy");
  return (
    <Sheet id={what} title={t(`campaigns.${what}`)}>
      <Form method="post">
        <input type="hidden" name="what" value={what} />
        <Stack>
          {text !== undefined && <p className="small soft">{text}</p>}
          <TextArea
            id={`${what}-reason`}
            name="reason"
            label={t("campaigns.why")}
            defaultValue={before?.what === what ? before.reason : undefined}
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <Button {...(what === "end" && { variant: "danger" as const })} busy={busy}>
            {t(`campaigns.${what}.do`)}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
