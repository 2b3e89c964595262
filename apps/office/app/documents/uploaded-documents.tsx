import type { ExaminedSubmission } from "@guichet/contract/office/documents.ts";
import { isSamePerson, type Person } from "@guichet/rules/persons/persons.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** The uploaded documents: images inline, PDFs in a frame. */
export function UploadedDocuments({ submission }: { submission: ExaminedSubmission }) {
  const t = useT();
  const network = useNetwork();
  const name = `${submission.firstName} ${submission.lastName}`;
  return (
    <>
      {submission.documents.map((document) => {
        const { documentId, documentTypeName: type, contentType, fileUrl, qualifiedBy } = document;
        const url = href("documentFile", { network: network.id, id: submission.submissionId, file: documentId });
        const alt = t("documents.alt", { type, name });
        return (
          <Sheet key={documentId}>
            <h2>{type}</h2>
            <ExaminedFor document={document} submission={submission} />
            {fileUrl === null ? (
              <p className="soft">
                {qualifiedBy ? t("documents.vouched", { name: qualifiedBy }) : t("documents.gone")}
              </p>
            ) : (
              <>
                {contentType === "application/pdf" ? (
                  <iframe className="sent-file" src={url} title={alt} />
                ) : (
                  <img className="sent-file" src={url} alt={alt} />
                )}
                <a href={url} target="_blank" rel="noreferrer">
                  {t("documents.open")}
                </a>
              </>
            )}
          </Sheet>
        );
      })}
    </>
  );
}

/** Comparison of the person a document was examined for with its current person, where they differ (decision 098). */
function ExaminedFor({
  document: { examinedFor },
  submission,
}: {
  document: ExaminedSubmission["documents"][number];
  submission: ExaminedSubmission;
}) {
  const t = useT();
  const formats = useFormats();
  if (examinedFor === null || isSamePerson(examinedFor, submission)) return null;
  const words = ({ firstName, lastName, birthDate }: Person) => {
    const name = `${firstName} ${lastName}`.trim();
    const born = birthDate === null ? t("documents.unknown") : formats.shortDay(birthDate);
    return <bdi>{t("documents.person", { name, born })}</bdi>;
  };
  return (
    <Facts
      facts={[
        { term: t("documents.accepted-for"), value: words(examinedFor) },
        { term: t("documents.now-for"), value: words(submission) },
      ]}
    />
  );
}
