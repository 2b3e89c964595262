import { advisedTravellersMax, advisedTripsPerDayMax } from "@guichet/contract/limits/catalogue-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { Stack } from "@guichet/ui/page/page.tsx";
import { useState } from "react";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { type AskedAdvice, periods, weekdays } from "./advice-question.ts";

interface AdviceFormProps {
  asked: AskedAdvice;
  today: string;
  statuses: readonly { id: string; name: string }[];
  fareZones: readonly { id: string; name: string }[];
  /** Whether the form asks for ages: not where the network hides birth dates. */
  asksAges: boolean;
}

/** Form for how, when and with whom the customer travels; the result has its own address, and works without script. */
export function AdviceForm({ asked, today, statuses, fareZones, asksAges }: AdviceFormProps) {
  const t = useT();
  return (
    <Form id="question" method="get" action={`${href("advice")}#answer`} className="stack" data-gap="l">
      <PeriodFields asked={asked} today={today} />
      <TripFields asked={asked} />
      {fareZones.length > 0 && (
        <Select
          name="zone"
          label={t("travel.advice.zone")}
          defaultValue={asked.fareZone ?? ""}
          options={fareZones.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <PeopleFields asked={asked} statuses={statuses} asksAges={asksAges} />
      <Button variant="main" big>
        {t("travel.advice.ask")}
      </Button>
    </Form>
  );
}

function PeriodFields({ asked, today }: Pick<AdviceFormProps, "asked" | "today">) {
  const t = useT();
  return (
    <fieldset>
      <legend>{t("travel.advice.when")}</legend>
      <Stack two>
        <Field name="from" type="date" label={t("travel.advice.from")} min={today} defaultValue={asked.from} />
        <Select
          name="period"
          label={t("travel.advice.period")}
          defaultValue={asked.period}
          options={periods.map((value) => ({ value, label: t(`travel.advice.period.${value}`) }))}
        />
      </Stack>
    </fieldset>
  );
}

/** Fields for trips per day and days of the week. */
function TripFields({ asked }: Pick<AdviceFormProps, "asked">) {
  const t = useT();
  return (
    <fieldset>
      <legend>{t("travel.advice.how")}</legend>
      <Stack>
        <Select
          name="trips"
          label={t("travel.advice.trips")}
          hint={t("travel.advice.trips.hint")}
          defaultValue={String(asked.trips)}
          options={countsUpTo(advisedTripsPerDayMax)}
        />
        <fieldset>
          <legend className="label">{t("travel.advice.days")}</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {weekdays.map((weekday) => (
              <Checkbox
                key={weekday}
                id={`day-${weekday}`}
                name="day"
                value={weekday}
                defaultChecked={asked.days.includes(weekday)}
              >
                {t(`travel.advice.day.${weekday}`)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      </Stack>
    </fieldset>
  );
}

type PeopleProps = Pick<AdviceFormProps, "asked" | "statuses" | "asksAges">;

function PeopleFields({ asked, statuses, asksAges }: PeopleProps) {
  const t = useT();
  const traveller = (index: number) => <TravellerFields key={index} index={index} {...{ asked, statuses, asksAges }} />;
  // Without script all rows are shown; with script, as many as there are travellers.
  const hydrated = useHydrated();
  const [people, setPeople] = useState(asked.travellers.length);
  const others = Array.from({ length: advisedTravellersMax - 1 }, (_, index) => index + 1);
  return (
    <fieldset>
      <legend>{t("travel.advice.who")}</legend>
      <Stack>
        <Select
          name="people"
          label={t("travel.advice.people")}
          defaultValue={String(people)}
          onChange={({ currentTarget }) => setPeople(Number(currentTarget.value))}
          options={countsUpTo(advisedTravellersMax)}
        />
        {(asksAges || statuses.length > 0) && (
          <>
            {traveller(0)}
            {hydrated ? (
              others.slice(0, people - 1).map(traveller)
            ) : (
              <Disclosure summary={t("travel.advice.others")} open={people > 1}>
                <Stack>{others.map(traveller)}</Stack>
              </Disclosure>
            )}
          </>
        )}
        {hydrated && people === 1 ? (
          // Asked of several travellers only; what was answered stays.
          asked.together && <input type="hidden" name="together" value="1" />
        ) : (
          <Checkbox name="together" value="1" defaultChecked={asked.together}>
            {t("travel.advice.together")}
          </Checkbox>
        )}
      </Stack>
    </fieldset>
  );
}

const countsUpTo = (max: number) =>
  Array.from({ length: max }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

function TravellerFields({ index, asked, statuses, asksAges }: { index: number } & PeopleProps) {
  const t = useT();
  const { age, status } = asked.travellers[index] ?? {};
  const place = { number: String(index + 1) };
  return (
    <Stack two>
      {asksAges && (
        <Field
          name={`age${index + 1}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={130}
          label={t("travel.advice.age", place)}
          hint={index === 0 ? t("travel.advice.age.hint") : undefined}
          defaultValue={age ?? ""}
        />
      )}
      {statuses.length > 0 && (
        <Select
          name={`status${index + 1}`}
          label={t("travel.advice.status", place)}
          hint={index === 0 ? t("travel.advice.status.hint") : undefined}
          defaultValue={status ?? ""}
          options={[
            { value: "", label: t("travel.advice.status.none") },
            ...statuses.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Stack>
  );
}
