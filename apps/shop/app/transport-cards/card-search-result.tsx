import { cardSignInMinutes } from "@guichet/contract/limits/transport-card-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import type { SentBack } from "../forms/form-values.ts";
import { withNext } from "../identity/return-path.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { cardText } from "./card-texts.ts";
import type { FoundCard } from "./found-card.server.ts";
import { FoundCardDrawing } from "./found-card.tsx";

/** The card found, and its actions: reload it, create an account with it, or link it to an account. */
export function CardSearchResult({ found, answer }: { found: FoundCard; answer: SentBack | undefined }) {
  const t = useT();
  const faults = answer?.faults ?? [];
  const title = t("transport-cards.found.title");
  return (
    <Page narrow>
      <Title faulty={faults.length > 0 ? t("shell.form.faulty") : undefined}>{title}</Title>
      <ErrorSummary
        key={JSON.stringify(faults)}
        title={t("shell.form.problem")}
        errors={faults.map((fault) => ({ message: cardText(t, fault) }))}
      />
      <PageHead title={title}>{t("transport-cards.found.text", { minutes: cardSignInMinutes })}</PageHead>
      <FoundCardDrawing found={found} />
      <Form method="post" className="stack" data-gap="s">
        <input type="hidden" name="what" value="reload" />
        <Button variant="main" big>
          {t("transport-cards.found.reload")}
        </Button>
        <p className="small soft">{t("transport-cards.found.reload.note")}</p>
      </Form>
      {found.isLinked ? (
        <Stack gap="s">
          <LinkButton href={withNext("auth", href("transportCards"))}>
            {t("transport-cards.found.linked.sign-in")}
          </LinkButton>
          <p className="small soft">{t("transport-cards.found.linked")}</p>
        </Stack>
      ) : (
        <Stack gap="m">
          <LinkButton href={href("authMediaRegister")}>{t("transport-cards.found.register")}</LinkButton>
          <LinkButton href={withNext("auth", href("transportCards"))}>{t("transport-cards.found.sign-in")}</LinkButton>
        </Stack>
      )}
      <Form method="post">
        <input type="hidden" name="what" value="again" />
        <Button variant="quiet">{t("transport-cards.found.other")}</Button>
      </Form>
    </Page>
  );
}
