import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { MatchableContract, StaffTermination } from "@guichet/contract/office/terminations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { Holder } from "../shell/holder.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** The search for a contract, and the form that terminates each one found. */
export function MatchForms({ termination, query }: { termination: StaffTermination; query: string }) {
  const t = useT();
  return (
    <Stack>
      <Form className="search" role="search">
        <Field
          name="q"
          label={t("terminations.search")}
          hint={t("terminations.search.hint")}
          defaultValue={query}
          maxLength={200}
          dir="ltr"
        />
        <Button>{t("terminations.search.button")}</Button>
      </Form>
      <p role="status" className="soft">
        {t("terminations.found", { count: termination.found.length })}
      </p>
      {termination.found.map((one) => (
        <FoundContract key={one.subscriptionId} one={one} />
      ))}
    </Stack>
  );
}

function FoundContract({ one }: { one: MatchableContract }) {
  const t = useT();
  const formats = useFormats();
  const { subscriptionId, name, traveller, orderNumber, holder, ending } = one;
  const busy = useNavigation().formMethod === "POST" && t("terminations.deciding");
  const facts = [
    { term: t("terminations.traveller"), value: <bdi>{traveller}</bdi> },
    { term: t("terminations.holder"), value: <Holder name={holder.name} email={holder.email} /> },
    { term: t("terminations.order"), value: <Figures>{orderNumber}</Figures> },
    ...(ending === null
      ? []
      : [
          { term: t("terminations.effect"), value: t(`terminations.effect.${ending.effect}`) },
          { term: t("terminations.end"), value: formats.shortDay(ending.lastDay) },
          ...(ending.refund === null ? [] : [{ term: t("terminations.refund"), value: formats.money(ending.refund) }]),
        ]),
  ];
  return (
    <Sheet id={`contract-${subscriptionId}`} title={name}>
      <Facts facts={facts} />
      {ending === null ? (
        <Notice>{t("terminations.cannot")}</Notice>
      ) : (
        <Form method="post">
          <input type="hidden" name="subscription" value={subscriptionId} />
          <input type="hidden" name="effect" value={ending.effect} />
          <input type="hidden" name="lastDay" value={ending.lastDay} />
          <Stack>
            <TextArea
              id={`reason-${subscriptionId}`}
              name="reason"
              label={t("terminations.identified")}
              hint={t("terminations.identified.hint")}
              rows={2}
              maxLength={auditReasonMaxLength}
              required
            />
            <Button variant="main" name="what" value="match" busy={busy}>
              {t("terminations.match")}
            </Button>
          </Stack>
        </Form>
      )}
    </Sheet>
  );
}
