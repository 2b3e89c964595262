import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import type { Typed } from "../forms/form-values.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { useT } from "../texts/texts.tsx";
import { terminationFields } from "./termination-forms.ts";
import { terminationFault } from "./termination-words.ts";

/** What was typed, to be checked before the termination is notified (consumer code D215-3). */
export function TerminationSummary({ typed, requestKey, refused }: SummaryProps) {
  const t = useT();
  const { name, contact } = usePageContext().network;
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST" && navigation.formData?.get("what") === "notify";
  return (
    <>
      <Title>{t("terminations.summary.title")}</Title>
      {refused !== undefined && <Notice tone="bad" role="alert" title={terminationFault(t, { code: refused })} />}
      <PageHead title={t("terminations.summary.title")}>{t("terminations.summary.lead")}</PageHead>
      <Facts
        wide
        facts={[{ term: t("terminations.provider"), value: <Provider name={name} email={contact.email} /> }]}
      />
      <TypedFacts typed={typed} />
      <Notice>{t("terminations.summary.next")}</Notice>
      <Form method="post" className="stack" data-gap="m">
        <input type="hidden" name="key" value={requestKey} />
        {terminationFields.map((field) => (
          <input key={field} type="hidden" name={field} value={typed[field] ?? ""} />
        ))}
        <Button name="what" value="notify" variant="main" big busy={busy && t("terminations.busy")}>
          {t("terminations.notify")}
        </Button>
        <Button name="what" value="modify" variant="quiet" big>
          {t("terminations.modify")}
        </Button>
      </Form>
    </>
  );
}

interface SummaryProps {
  typed: Typed;
  /** The idempotency key: the notification is recorded once. */
  requestKey: string;
  refused: string | undefined;
}

const Provider = ({ name, email }: { name: string; email: string }) => (
  <>
    <bdi>{name}</bdi> · <bdi>{email}</bdi>
  </>
);

function TypedFacts({ typed }: { typed: Typed }) {
  const t = useT();
  const formats = useFormats();
  const { number, firstName, lastName, email, contract, endOn, reason } = typed;
  return (
    <Facts
      wide
      facts={[
        { term: t("terminations.contract"), value: <bdi>{contract}</bdi> },
        { term: t("terminations.number"), value: <Figures>{number}</Figures> },
        { term: t("terminations.name"), value: <bdi>{`${firstName} ${lastName}`}</bdi> },
        { term: t("terminations.email"), value: <bdi>{email}</bdi> },
        ...(endOn ? [{ term: t("terminations.end-on"), value: formats.day(endOn) }] : []),
        ...(reason ? [{ term: t("terminations.reason"), value: <bdi>{reason}</bdi> }] : []),
      ]}
    />
  );
}
