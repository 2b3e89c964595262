import {
  agencyAddressMaxLength,
  agencyCityMaxLength,
  agencyLabelMaxLength,
  agencyPostalCodeMaxLength,
} from "@guichet/contract/limits/agency-limits.ts";
import { AgencyService } from "@guichet/contract/packs/pack-agencies.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { HintAndError } from "@guichet/ui/forms/field-frame.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useAgencyWords } from "../shell/agency-words.ts";
import { useT } from "../shell/texts.tsx";
import { type AgencyField, type TypedAgency, withRoom } from "./typed-agency.ts";

interface AgencyFieldsProps {
  typed: TypedAgency;
  /** The field that is missing or wrong, with its text. */
  wrong: { field: string | null; text: string } | null;
}

/** The fields of an agency: what it is called and where, when it is open, and how orders are collected there. */
export function AgencyFields({ typed, wrong }: AgencyFieldsProps) {
  const t = useT();
  const fields = { typed: withRoom(typed), wrong };
  return (
    <>
      <Sheet id="place" title={t("agencies.place")}>
        <Text {...fields} name="label" maxLength={agencyLabelMaxLength} required />
        <Text {...fields} name="addressRoute" maxLength={agencyAddressMaxLength} required />
        <Stack two>
          <Text {...fields} name="addressPostalCode" maxLength={agencyPostalCodeMaxLength} required />
          <Text {...fields} name="addressCity" maxLength={agencyCityMaxLength} required />
        </Stack>
        <Stack two>
          <Text {...fields} name="latitude" inputMode="decimal" maxLength={12} hint={t("agencies.latitude.hint")} />
          <Text {...fields} name="longitude" inputMode="decimal" maxLength={12} />
        </Stack>
        <Text {...fields} name="index" inputMode="numeric" maxLength={4} hint={t("agencies.index.hint")} required />
      </Sheet>
      <Week {...fields} />
      <Days {...fields} />
      <Sheet id="collection" title={t("agencies.collection")}>
        <Stack two>
          <Text {...fields} name="slotMinutes" inputMode="numeric" maxLength={3} required />
          <Text
            {...fields}
            name="slotCapacity"
            inputMode="numeric"
            maxLength={4}
            hint={t("agencies.slotCapacity.hint")}
            required
          />
        </Stack>
        <ChoiceGroup id="services" label={t("agencies.services")}>
          {AgencyService.options.map((service) => (
            <Choice
              key={service}
              type="checkbox"
              name="services"
              value={service}
              defaultChecked={typed.services.includes(service)}
              title={t(`shell.agency.service.${service}`)}
              note={t(`agencies.service.${service}.note`)}
            />
          ))}
        </ChoiceGroup>
      </Sheet>
    </>
  );
}

/** The error of a field. */
const textOf = (field: string, wrong: AgencyFieldsProps["wrong"]): string | undefined =>
  wrong?.field === field ? wrong.text : undefined;

function Week({ typed, wrong }: AgencyFieldsProps) {
  const t = useT();
  const words = useAgencyWords();
  return (
    <Sheet id="openingHours" title={t("agencies.hours")}>
      <HintAndError id="openingHours" hint={t("agencies.hours.hint")} error={textOf("openingHours", wrong)} />
      {[...typed.week.entries()].map(([at, day]) => (
        <fieldset key={at} className="agency-day">
          <legend>{words.weekday(at + 1)}</legend>
          {[...day.entries()].map(([row, hours]) => (
            <HoursFields key={row} name={`${at + 1}`} row={row} hours={hours} />
          ))}
        </fieldset>
      ))}
    </Sheet>
  );
}

interface HoursFieldsProps {
  name: string;
  row: number;
  hours: { opens: string; closes: string };
}

/** One opening, from a time to a time. */
function HoursFields({ name, row, hours }: HoursFieldsProps) {
  const t = useT();
  return (
    <div className="agency-hours">
      {(["opens", "closes"] as const).map((end) => (
        <Field
          key={end}
          id={`${end}-${name}-${row}`}
          name={`${end}-${name}`}
          type="time"
          label={t(`agencies.${end}`)}
          defaultValue={hours[end]}
        />
      ))}
    </div>
  );
}

/** Days with hours of their own, and closing days, which stay closed as long as they are ticked. */
function Days({ typed, wrong }: AgencyFieldsProps) {
  const t = useT();
  const words = useAgencyWords();
  return (
    <>
      <Sheet id="specialHours" title={t("agencies.special")}>
        <HintAndError id="specialHours" hint={t("agencies.special.hint")} error={textOf("specialHours", wrong)} />
        {[...typed.special.entries()].map(([row, special]) => (
          <fieldset key={row} className="agency-day">
            <legend>{t("agencies.special.row", { row: `${row + 1}` })}</legend>
            <Field
              id={`special-day-${row}`}
              name="special-day"
              type="date"
              label={t("agencies.special.day")}
              defaultValue={special.day}
            />
            <HoursFields name="special" row={row} hours={special} />
          </fieldset>
        ))}
      </Sheet>
      {typed.closedOn.length > 0 && (
        <Sheet id="closedOn" title={t("agencies.closed-days")}>
          <HintAndError id="closedOn" hint={t("agencies.closed-days.hint")} error={textOf("closedOn", wrong)} />
          <div className="agency-closed">
            {[...typed.closedOn].sort().map((day) => (
              <Checkbox key={day} id={`closed-${day}`} name="closedOn" value={day} defaultChecked>
                {words.closedDay(day)}
              </Checkbox>
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}

interface TextProps extends AgencyFieldsProps {
  name: Exclude<AgencyField, "openingHours" | "specialHours" | "closedOn"> | "longitude";
  inputMode?: "numeric" | "decimal";
  maxLength: number;
  hint?: string;
  required?: boolean;
}

function Text({ typed, wrong, name, hint, ...input }: TextProps) {
  const t = useT();
  return (
    <Field
      {...input}
      name={name}
      label={t(`agencies.field.${name}`)}
      hint={hint}
      error={textOf(name, wrong)}
      defaultValue={typed[name]}
      autoComplete="off"
    />
  );
}
