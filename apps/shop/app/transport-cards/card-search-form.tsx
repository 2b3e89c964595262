import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { CardFields } from "./card-fields.tsx";
import { readCardData } from "./card-forms.ts";
import { cardText } from "./card-texts.ts";

/** The card search for visitors who are not signed in. */
export function CardSearchForm({ title, text, answer }: { title: string; text: string; answer: SentBack | undefined }) {
  const t = useT();
  const today = useToday();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readCardData(typed, today())),
    words: (fault) => cardText(t, fault),
    answer,
    what: "search",
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{title}</Title>
      {form.summary}
      <PageHead title={title}>{text}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="search" />
        <CardFields form={form} />
        <Button variant="main" big busy={form.busy && t("transport-cards.search.busy")}>
          {t("transport-cards.search.submit")}
        </Button>
      </Form>
      <LinkButton variant="quiet" href={href("auth")}>
        {t("transport-cards.search.other-way")}
      </LinkButton>
    </Page>
  );
}
