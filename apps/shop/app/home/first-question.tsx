import { advisedTravellersMax } from "@guichet/contract/limits/catalogue-limits.ts";
import { frequencyIds, tripsPerMonth } from "@guichet/rules/adviser/frequencies.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

export interface FirstQuestionProps {
  today: string;
  asksAges: boolean;
  fareZones: readonly { id: string; name: string }[];
}

/**
 * First question of the fare adviser, collapsed to one line; its answers lead to the adviser's page, which has them in
 * its address.
 */
export function FirstQuestion({ today, asksAges, fareZones }: FirstQuestionProps) {
  const t = useT();
  return (
    <Disclosure summary={t("home.unsure")}>
      <Form method="get" action={`${href("advice")}#answer`} className="stack" aria-label={t("home.advice")}>
        <Stack two>
          <Select
            id="unsure-often"
            name="often"
            label={t("home.unsure.often")}
            defaultValue="workdays"
            options={frequencyIds.map((value) => ({
              value,
              label: t(`home.unsure.often.${value}`, { count: tripsPerMonth(value) }),
            }))}
          />
          <Select
            id="unsure-people"
            name="people"
            label={t("home.unsure.people")}
            defaultValue="1"
            options={Array.from({ length: advisedTravellersMax }, (_, index) => `${index + 1}`).map((value) => ({
              value,
              label: value,
            }))}
          />
          {asksAges && (
            <Field
              id="unsure-age"
              name="age1"
              type="number"
              inputMode="numeric"
              min={0}
              max={130}
              label={t("home.unsure.age")}
            />
          )}
          {fareZones.length > 0 && (
            <Select
              id="unsure-zone"
              name="zone"
              label={t("home.unsure.zone")}
              options={fareZones.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <Field
            id="unsure-from"
            name="from"
            type="date"
            label={t("home.unsure.from")}
            min={today}
            defaultValue={today}
          />
        </Stack>
        <Button variant="main">{t("home.unsure.ask")}</Button>
      </Form>
    </Disclosure>
  );
}
