import type { NeededDocument, QualificationProvider } from "@guichet/contract/documents.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { AlertIcon, CheckIcon, ClockIcon, TrashIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats } from "../formats/formats.ts";
import { fileHref, href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { goodUntil, reasonWords, statusWords, toneOf } from "./document-words.ts";
import { QualifyForm } from "./qualify-form.tsx";
import { UploadForm } from "./upload-form.tsx";

interface RequiredDocumentProps {
  needed: NeededDocument;
  userId: string;
  providers: readonly QualificationProvider[];
  byFederation: boolean;
  /** Target of the forms. */
  action: string;
  error: (field: string) => string | undefined;
  settled: (saved: boolean) => void;
}

const icons = { ok: <CheckIcon size="s" />, wait: <ClockIcon size="s" />, bad: <AlertIcon size="s" /> };

/** One document type: the traveller's document and the forms to upload, replace or remove it. */
export function RequiredDocument({
  needed,
  userId,
  providers,
  byFederation,
  action,
  error,
  settled,
}: RequiredDocumentProps) {
  const t = useT();
  const formats = useFormats();
  const { document, draft, status, document_type_id: typeId } = needed;
  const tone = toneOf(status);
  const mayVouch = providers.filter(({ id }) => needed.qualificationProviderIds.includes(id));
  const isOpen = document !== null && document.submissionId !== null && status !== "refused";
  const shown = draft !== null && draft.documentId !== document?.documentId ? [document, draft] : [document];
  return (
    <Sheet title={needed.name} id={`type-${typeId}`}>
      {needed.description && <p className="soft">{needed.description}</p>}
      <p>
        <Stamp {...(tone ? { tone, icon: icons[tone as keyof typeof icons] } : {})}>{statusWords(t, needed)}</Stamp>
      </p>
      {status === "valid" && document && <p>{goodUntil(t, formats, document.expires_at)}</p>}
      {status === "refused" && document?.reason && (
        <p>
          {t("documents.refused", { reason: reasonWords(t, document.reason) })}
          {document.remark && <bdi className="block">{document.remark}</bdi>}
        </p>
      )}
      {shown.map(
        (each) =>
          each && (
            <UploadedDocument
              key={each.documentId}
              {...{ needed, userId, isOneOfTwo: shown.length > 1 }}
              document={each}
            />
          ),
      )}
      {!isOpen && mayVouch.length > 0 && status !== "valid" && (
        <Vouching {...{ mayVouch, typeId, userId, byFederation, action, error }} />
      )}
      {!isOpen && (
        <UploadForm
          action={action}
          typeId={typeId}
          userId={userId}
          label={t(document === null && draft === null ? "documents.add" : "documents.replace")}
          error={error(`document-${typeId}`)}
          settled={settled}
        />
      )}
    </Sheet>
  );
}

type Uploaded = NonNullable<NeededDocument["document"]>;

interface UploadedDocumentProps {
  needed: NeededDocument;
  userId: string;
  document: Uploaded;
  /** True if there is both a document and a draft to replace it. */
  isOneOfTwo: boolean;
}

/** One uploaded document: a link to it, and the option to remove a draft or follow its submission. */
function UploadedDocument({ needed, userId, document, isOneOfTwo }: UploadedDocumentProps) {
  const t = useT();
  return (
    <div className="row">
      <span>
        {document.fileName === null ? (
          t("documents.vouched", { name: document.qualifiedBy ?? "" })
        ) : (
          <TextLink href={fileHref("document", { document: document.documentId })} target="_blank">
            <bdi>{document.fileName || needed.name}</bdi>
          </TextLink>
        )}
        {document.documentId === needed.draft?.documentId && isOneOfTwo && (
          <span className="soft small"> {t("documents.status.draft")}</span>
        )}
      </span>
      {document.submissionId === null ? (
        <LinkButton
          variant="quiet"
          icon={<TrashIcon size="s" />}
          href={href("documents", undefined, { for: userId, remove: document.documentId })}
          aria-label={t("documents.remove.of", { name: needed.name })}
        >
          {t("documents.remove")}
        </LinkButton>
      ) : (
        <LinkButton variant="quiet" href={href("submissions", undefined, { request: document.submissionId })}>
          {t("documents.follow")}
        </LinkButton>
      )}
    </div>
  );
}

/** Providers that can confirm the right without a document, by form or by federation identity. */
function Vouching({
  mayVouch,
  typeId,
  userId,
  byFederation,
  action,
  error,
}: Pick<RequiredDocumentProps, "userId" | "byFederation" | "action" | "error"> & {
  mayVouch: readonly QualificationProvider[];
  typeId: string;
}) {
  const t = useT();
  return (
    <div className="stack" data-gap="m">
      <p>{t("documents.without-paper")}</p>
      {byFederation && mayVouch.some(({ identityInputs }) => identityInputs !== null) && (
        <LinkButton variant="state" href={href("fcAddDocument", undefined, { type: typeId })}>
          {t("documents.by-federation")}
        </LinkButton>
      )}
      {mayVouch.map((provider) => {
        const faulty = [...(provider.inputs ?? provider.identityInputs ?? []), "consent"].some((name) =>
          error(`${provider.id}-${name}`),
        );
        return (
          <Disclosure key={provider.id} summary={t("documents.by-provider", { name: provider.name })} open={faulty}>
            <QualifyForm
              {...{ action, provider, typeId, userId, error }}
              by={provider.inputs === null ? "identity" : "inputs"}
            />
          </Disclosure>
        );
      })}
    </div>
  );
}
