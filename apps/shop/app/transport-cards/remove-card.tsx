import type { TransportCard } from "@guichet/contract/transport-cards.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import type { SentBack } from "../forms/form-values.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { cardText } from "./card-texts.ts";
import { OwnCardDrawing } from "./own-card.tsx";

/** Confirmation before a card is removed from the account. */
export function RemoveCard({ card, answer }: { card: TransportCard; answer: SentBack | undefined }) {
  const t = useT();
  const faults = answer?.faults ?? [];
  return (
    <Page narrow>
      <Title faulty={faults.length > 0 ? t("shell.form.faulty") : undefined}>{t("transport-cards.remove.title")}</Title>
      <ErrorSummary
        key={JSON.stringify(faults)}
        title={t("shell.form.problem")}
        errors={faults.map((fault) => ({ message: cardText(t, fault) }))}
      />
      <PageHead title={t("transport-cards.remove.title")}>{t("transport-cards.remove.text")}</PageHead>
      <OwnCardDrawing card={card} />
      <Form method="post">
        <input type="hidden" name="what" value="remove" />
        <input type="hidden" name="card" value={card.id} />
        <Stack gap="m">
          <Button variant="main" big>
            {t("transport-cards.remove.confirm")}
          </Button>
          <LinkButton variant="quiet" big href={href("transportCards")}>
            {t("transport-cards.remove.keep")}
          </LinkButton>
        </Stack>
      </Form>
    </Page>
  );
}
