import type { NeededDocument, Submission } from "@guichet/contract/documents.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { History } from "@guichet/ui/steps.tsx";
import { Form } from "react-router";
import { useFormats } from "../formats/formats.ts";
import type { Fault, SentBack } from "../forms/form-values.ts";
import { Title } from "../page/title.tsx";
import { fileHref, href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import { BuyItem, KeptCart } from "./buy-item.tsx";
import { reasonWords } from "./document-words.ts";
import { SubmissionStamp } from "./submission-stamp.tsx";
import { UploadForm } from "./upload-form.tsx";

interface OneSubmissionProps {
  submission: Submission;
  traveller: string;
  documents: readonly NeededDocument[];
  /** Document types that still need a replacement. */
  lacking: readonly string[];
  flash: string | null;
  asks: boolean;
  answer: SentBack | undefined;
}

const flashMessages = ["sent", "completed", "cancelled", "kept"] as const;

/** One submission: status, history, reason for refusal and available actions. */
export function OneSubmission({ submission, traveller, documents, lacking, flash, asks, answer }: OneSubmissionProps) {
  const t = useT();
  const { number, status, itemName, shopItemId, userId } = submission;
  const here = href("submissions", undefined, { request: submission.submissionId });
  const faults = answer?.faults ?? [];
  const words = ({ code }: Fault) => (code === "FIELD_REQUIRED" ? t("documents.error.file") : refusalText(t, code));
  const error = (field: string) => {
    const fault = faults.find((found) => found.field === field);
    return fault && words(fault);
  };
  return (
    <Page narrow>
      <Title faulty={faults.length > 0 ? t("shell.form.faulty") : undefined}>
        {t("documents.request.title", { number })}
      </Title>
      <BackLink href={href("submissions")} label={t("documents.requests")} />
      <ErrorSummary
        key={JSON.stringify(faults)}
        title={t("shell.form.problem")}
        errors={faults.map((fault) => ({ field: fault.field, message: words(fault) }))}
      />
      <PageHead title={itemName}>
        <SubmissionStamp status={status} />
      </PageHead>
      {answer === undefined && <FlashMessage status={status} flash={flash} />}
      <Reason submission={submission} />
      <SubmittedDocuments submission={submission} traveller={traveller} />
      {status === "to complete" && <Complete {...{ documents, submission, lacking, here, error, userId }} />}
      {isOpen(status) && <KeptCart shopItemId={shopItemId} userId={userId} />}
      {status === "accepted" && <BuyItem shopItemId={shopItemId} userId={userId} />}
      {status === "refused" && (
        <LinkButton variant="main" big href={href("documents", undefined, { for: userId, item: shopItemId })}>
          {t("documents.request.again")}
        </LinkButton>
      )}
      <SubmissionHistory submission={submission} />
      {(status === "pending" || status === "to complete") && <Cancel here={here} asks={asks} />}
    </Page>
  );
}

const isOpen = (status: Submission["status"]): boolean => status === "pending" || status === "processing";

/** Confirmation of the last action; the confirmation of a submission is shown only until staff decide. */
function FlashMessage({ status, flash }: { status: Submission["status"]; flash: string | null }) {
  const t = useT();
  const isAnswered = !isOpen(status) && (flash === "sent" || flash === "completed");
  const message = isAnswered ? undefined : flashMessages.find((each) => each === flash);
  return message ? <Notice tone="ok" role="status" title={t(`documents.flash.${message}`)} /> : null;
}

/** Reason for a refusal, or the missing information. */
function Reason({ submission: { status, reason, remark } }: { submission: Submission }) {
  const t = useT();
  if (reason === null || (status !== "refused" && status !== "to complete")) return null;
  return (
    <Notice tone="bad" title={t(status === "refused" ? "documents.request.why" : "documents.request.needs")}>
      <p>{reasonWords(t, reason)}</p>
      {remark && (
        <p>
          <bdi>{remark}</bdi>
        </p>
      )}
    </Notice>
  );
}

function SubmittedDocuments({ submission, traveller }: Pick<OneSubmissionProps, "submission" | "traveller">) {
  const t = useT();
  const formats = useFormats();
  return (
    <Sheet>
      <Facts
        facts={[
          { term: t("documents.request.number"), value: <bdi>{submission.number}</bdi> },
          { term: t("documents.request.for"), value: <bdi>{traveller}</bdi> },
          ...(isOpen(submission.status)
            ? [{ term: t("documents.request.expected"), value: formats.day(submission.expected_on) }]
            : []),
        ]}
      />
      <ul className="stack" data-gap="m">
        {submission.documents.map((document) => (
          <li key={document.documentId}>
            {document.fileName === null ? (
              document.documentTypeName
            ) : (
              <>
                <span className="block">{document.documentTypeName}</span>
                <TextLink href={fileHref("document", { document: document.documentId })} target="_blank">
                  <bdi>{document.fileName}</bdi>
                </TextLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function SubmissionHistory({ submission }: { submission: Submission }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Sheet title={t("documents.request.history")} id="history">
      <History
        label={t("documents.request.history")}
        passed={t("documents.request.done")}
        stops={stopsOf(submission).map(({ event, at }, index, all) => ({
          id: `${event}-${at ?? "ahead"}-${index}`,
          name: t(`documents.event.${event}`),
          note: at === null ? undefined : formats.shortInstant(at),
          state: at === null ? "ahead" : index === all.findLastIndex((stop) => stop.at !== null) ? "here" : "passed",
        }))}
      />
    </Sheet>
  );
}

type Stop = { event: Submission["events"][number]["event"] | "decided"; at: string | null };

/** Returns past events of a submission, and the expected ones while it is open. */
function stopsOf({ events, status }: Submission): Stop[] {
  const ahead = { pending: ["taken", "decided"], processing: ["decided"] } as const;
  const coming = status === "pending" || status === "processing" ? ahead[status] : [];
  return [...events, ...coming.map((event) => ({ event, at: null }))];
}

type CompleteProps = Pick<OneSubmissionProps, "documents" | "submission" | "lacking"> & {
  here: string;
  userId: string;
  error: (field: string) => string | undefined;
};

/** Form to replace the documents that staff rejected; the submission keeps its number. */
function Complete({ documents, submission, lacking, here, userId, error }: CompleteProps) {
  const t = useT();
  const wanted = submission.documents.filter(({ status }) => status === "INVALID");
  return (
    <Sheet title={t("documents.complete.title")} id="complete">
      {wanted.map((document) => {
        const type = document.document_type_id;
        const draft = documents.find((needed) => needed.document_type_id === type)?.draft;
        return (
          <div key={document.documentId} className="stack" data-gap="m">
            <h3>{document.documentTypeName}</h3>
            {draft && (
              <TextLink href={fileHref("document", { document: draft.documentId })} target="_blank">
                <bdi>{draft.fileName}</bdi>
              </TextLink>
            )}
            <UploadForm
              action={here}
              typeId={type}
              userId={userId}
              label={t(draft ? "documents.replace" : "documents.add")}
              error={error(`document-${type}`)}
              settled={() => undefined}
            />
          </div>
        );
      })}
      {lacking.length === 0 && (
        <Form method="post" action={here}>
          <Button variant="main" big name="what" value="complete">
            {t("documents.complete.send")}
          </Button>
        </Form>
      )}
    </Sheet>
  );
}

/** Cancels the submission after confirmation. */
function Cancel({ here, asks }: { here: string; asks: boolean }) {
  const t = useT();
  if (!asks) {
    return (
      <LinkButton variant="quiet" href={`${here}&ask=cancel#cancel`}>
        {t("documents.cancel")}
      </LinkButton>
    );
  }
  return (
    <Sheet title={t("documents.cancel.title")} id="cancel">
      <p>{t("documents.cancel.text")}</p>
      <Form method="post" action={here} className="row">
        <Button name="what" value="cancel">
          {t("documents.cancel.confirm")}
        </Button>
        <LinkButton variant="quiet" href={here}>
          {t("documents.cancel.keep")}
        </LinkButton>
      </Form>
    </Sheet>
  );
}
