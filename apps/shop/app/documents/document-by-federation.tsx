import type { QualificationProvider } from "@guichet/contract/documents.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useFormats } from "../formats/formats.ts";
import type { Fault } from "../forms/form-values.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import { QualifyForm } from "./qualify-form.tsx";

interface DocumentByFederationProps {
  person: { userId: string; name: string; birthday: string | null };
  type: string;
  name: string;
  providers: readonly QualificationProvider[];
  fault: Fault | undefined;
}

/** Form to confirm a right with the federation identity; if that does not suffice, the customer uploads the document. */
export function DocumentByFederation({ person, type, name, providers, fault }: DocumentByFederationProps) {
  const t = useT();
  const formats = useFormats();
  const fields = ["FIELD_REQUIRED", "FIELD_INVALID"];
  const words = fault && (fields.includes(fault.code) ? t("documents.error.input") : refusalText(t, fault.code));
  const manually = `${href("documents")}#type-${type}`;
  return (
    <Page narrow>
      <Title faulty={fault ? t("shell.form.faulty") : undefined}>{t("documents.fc.title", { name })}</Title>
      <BackLink href={href("documents")} label={t("documents.title")} />
      {words && <ErrorSummary title={t("shell.form.problem")} errors={[{ field: fault.field, message: words }]} />}
      <PageHead title={t("documents.fc.title", { name })}>{t("documents.fc.text")}</PageHead>
      {fault?.code.startsWith("QUALIFICATION_") && (
        <Notice tone="wait" title={t("documents.fc.manually")}>
          <LinkButton variant="main" href={manually}>
            {t("documents.add")}
          </LinkButton>
        </Notice>
      )}
      <Sheet title={t("documents.fc.identity")} id="identity">
        <Facts
          facts={[
            { term: t("documents.fc.name"), value: <bdi>{person.name}</bdi> },
            ...(person.birthday === null
              ? []
              : [{ term: t("documents.fc.birth-date"), value: formats.shortDay(person.birthday) }]),
          ]}
        />
      </Sheet>
      {providers.map((provider) => (
        <Sheet key={provider.id} title={provider.name} id={`provider-${provider.id}`}>
          <QualifyForm
            action={href("fcAddDocument", undefined, { type })}
            provider={provider}
            typeId={type}
            userId={person.userId}
            error={(field) => (fault?.field === field ? words : undefined)}
            by="identity"
          />
        </Sheet>
      ))}
      <LinkButton variant="quiet" big href={manually}>
        {t("documents.fc.instead")}
      </LinkButton>
    </Page>
  );
}
