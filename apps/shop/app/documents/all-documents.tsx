import { documentDecisionWorkingDays } from "@guichet/contract/limits/document-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Fault, SentBack } from "../forms/form-values.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import { BuyItem } from "./buy-item.tsx";
import type { DocumentsOverview } from "./documents-overview.server.ts";
import { RequiredDocument } from "./required-document.tsx";

interface AllDocumentsProps {
  overview: DocumentsOverview;
  flash: string | null;
  answer: SentBack | undefined;
}

const flashMessages = ["kept", "removed", "qualified"] as const;

/** List of document types with the traveller's document for each, and the form that submits drafts. */
export function AllDocuments({ overview, flash, answer }: AllDocumentsProps) {
  const t = useT();
  const [saved, setSaved] = useState(false);
  const { userId, documents, item, providers, ready, byFederation } = overview;
  const faults = answer?.faults ?? [];
  const error = (field: string) => {
    const fault = faults.find((found) => found.field === field);
    return fault && faultText(t, fault);
  };
  const action = documentsHref(overview, userId);
  const message = saved ? "kept" : flashMessages.find((each) => each === flash);
  return (
    <Page narrow>
      <Title faulty={faults.length > 0 ? t("shell.form.faulty") : undefined}>{t("documents.title")}</Title>
      {item === null ? (
        <BackLink href={href("account")} label={t("documents.back")} />
      ) : (
        <BackLink href={href("product", { id: item.shopItemId })} label={item.name} />
      )}
      <ErrorSummary
        key={JSON.stringify(faults)}
        title={t("shell.form.problem")}
        errors={faults.map((fault) => ({ field: fault.field, message: faultText(t, fault) }))}
      />
      <PageHead title={t("documents.title")}>
        {item === null ? t("documents.text") : t("documents.for-item", { name: item.name })}
      </PageHead>
      {message && answer === undefined && <Notice tone="ok" role="status" title={t(`documents.flash.${message}`)} />}
      <TravellerChips overview={overview} />
      <OpenSubmissions submissions={overview.open} />
      {documents.length === 0 && (
        <EmptyState title={t("documents.empty.title")}>{t("documents.empty.text")}</EmptyState>
      )}
      {documents.map((needed) => (
        <RequiredDocument
          key={`${userId} ${needed.document_type_id}`}
          {...{ needed, userId, providers, byFederation, action, error }}
          settled={setSaved}
        />
      ))}
      {item !== null && documents.length > 0 && documents.every(({ status }) => status === "valid") && (
        <BuyItem shopItemId={item.shopItemId} userId={userId} />
      )}
      {ready.length > 0 && <SendToCheck ready={ready} userId={userId} action={action} />}
      <LinkButton variant="quiet" big href={href("submissions")}>
        {t("documents.requests")}
      </LinkButton>
    </Page>
  );
}

function faultText(t: Translate, { code, field }: Fault): string {
  if (code === "FIELD_REQUIRED" || code === "FIELD_INVALID") {
    return t(field?.startsWith("document-") ? "documents.error.file" : "documents.error.input");
  }
  return code === "QUALIFICATION_CONSENT_REQUIRED" ? t("documents.error.consent") : refusalText(t, code);
}

/** Builds the address of this page for another traveller and the same article. */
const documentsHref = ({ item }: DocumentsOverview, userId: string): string =>
  href("documents", undefined, { for: userId, ...(item === null ? {} : { item: item.shopItemId }) });

function TravellerChips({ overview }: { overview: DocumentsOverview }) {
  const t = useT();
  const { travellers, userId } = overview;
  if (travellers.length <= 1) return null;
  return (
    <Chips label={t("documents.whose")}>
      {travellers.map((traveller) => (
        <ChipLink
          key={traveller.userId}
          href={documentsHref(overview, traveller.userId)}
          current={traveller.userId === userId}
        >
          <bdi>{traveller.name}</bdi>
        </ChipLink>
      ))}
    </Chips>
  );
}

/** Notices for open submissions, each with a link to the submission. */
function OpenSubmissions({ submissions }: { submissions: DocumentsOverview["open"] }) {
  const t = useT();
  return submissions.map((submission) => (
    <Notice key={submission.submissionId} tone={submission.status === "to complete" ? "bad" : "wait"}>
      <p>
        {t(submission.status === "to complete" ? "documents.open.to-complete" : "documents.open", {
          number: submission.number,
          name: submission.itemName,
        })}
      </p>
      <LinkButton variant="quiet" href={href("submissions", undefined, { request: submission.submissionId })}>
        {t("documents.follow")}
      </LinkButton>
    </Notice>
  ));
}

/** Form that submits drafts for review; drafts are saved on the server until then. */
function SendToCheck({ ready, userId, action }: { ready: DocumentsOverview["ready"]; userId: string; action: string }) {
  const t = useT();
  const busy = useNavigation().formData?.get("what") === "submit";
  const [only] = ready;
  return (
    <Sheet title={t("documents.check.title")} id="check">
      <p className="soft">{t("documents.check.text", { days: documentDecisionWorkingDays })}</p>
      <Form method="post" action={action} className="stack">
        <input type="hidden" name="what" value="submit" />
        <input type="hidden" name="for" value={userId} />
        {ready.length === 1 && only !== undefined ? (
          <>
            <input type="hidden" name="item" value={only.shopItemId} />
            <p>{t("documents.check.item", { name: only.name })}</p>
          </>
        ) : (
          <Select
            name="item"
            label={t("documents.check.which")}
            options={ready.map(({ shopItemId, name }) => ({ value: shopItemId, label: name }))}
          />
        )}
        <Button variant="main" big busy={busy && t("documents.sending")}>
          {t("documents.check.send")}
        </Button>
      </Form>
    </Sheet>
  );
}
