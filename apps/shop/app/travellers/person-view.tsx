import { Button } from "@guichet/ui/button.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { usePhoneReader } from "./contact-fields.tsx";
import { readTraveller } from "./read-traveller.ts";
import type { TravellerShown } from "./traveller.server.ts";
import { TravellerFields } from "./traveller-fields.tsx";
import { travellerText } from "./traveller-texts.ts";

/** Form to edit a traveller's names, birth date, phone and address. */
export function PersonView({ traveller, answer }: { traveller: TravellerShown; answer: SentBack | undefined }) {
  const t = useT();
  const today = useToday();
  const readPhone = usePhoneReader();
  const { hideBirthDate } = usePageContext().network.specific;
  const form = useCheckedForm({
    check: (typed) => faultsOf(readTraveller(typed, { today: today(), hideBirthDate, readPhone })),
    words: (fault) => travellerText(t, fault),
    answer,
  });
  const title = t("travellers.edit", { name: traveller.firstName });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{title}</Title>
      <BackLink href={href("traveller", { id: traveller.userId })} label={traveller.firstName} />
      {form.summary}
      <PageHead title={title}>{t("travellers.edit.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="person" />
        <TravellerFields form={form} start={traveller} />
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("accounts.save")}
        </Button>
      </Form>
    </Page>
  );
}
