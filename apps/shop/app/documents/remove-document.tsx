import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import type { SentBack } from "../forms/form-values.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";

interface RemoveDocumentProps {
  document: { documentId: string; name: string; status: string };
  userId: string;
  answer: SentBack | undefined;
}

/** Confirmation before a document is removed. */
export function RemoveDocument({ document, userId, answer }: RemoveDocumentProps) {
  const t = useT();
  const faults = answer?.faults ?? [];
  const title = t("documents.remove.title", { name: document.name });
  return (
    <Page narrow>
      <Title faulty={faults.length > 0 ? t("shell.form.faulty") : undefined}>{title}</Title>
      <ErrorSummary
        title={t("shell.form.problem")}
        errors={faults.map(({ code }) => ({ message: refusalText(t, code) }))}
      />
      <PageHead title={title}>
        {t(document.status === "VALID" ? "documents.remove.valid" : "documents.remove.text")}
      </PageHead>
      <Form method="post" action={href("documents")}>
        <input type="hidden" name="what" value="remove" />
        <input type="hidden" name="document" value={document.documentId} />
        <input type="hidden" name="for" value={userId} />
        <Stack gap="m">
          <Button variant="main" big>
            {t("documents.remove.confirm")}
          </Button>
          <LinkButton variant="quiet" big href={href("documents", undefined, { for: userId })}>
            {t("documents.remove.keep")}
          </LinkButton>
        </Stack>
      </Form>
    </Page>
  );
}
