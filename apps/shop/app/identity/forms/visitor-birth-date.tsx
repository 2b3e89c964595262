import type { Validity } from "@guichet/contract/catalogue.ts";
import { type AgeLimits, ageDay, suitsAge } from "@guichet/rules/dates/age-limits.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { DateOfBirthField } from "@guichet/ui/forms/date-of-birth-field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type RefObject, useEffect } from "react";
import { typedOf } from "../../forms/form-values.ts";
import { useT } from "../../texts/texts.tsx";
import { birthDateIn, birthDateParts, type Faults } from "./person-fields.ts";

/** Age limits of an article and the day on which the buyer's age is calculated. */
export interface OfferedAges extends AgeLimits {
  validity: Validity;
  /** `YYYY-MM-DD` in the network's zone. */
  today: string;
}

export interface BirthDateFault {
  at: "birthDate";
  code: "BIRTH_DATE_REQUIRED" | "BIRTH_DATE_INVALID" | "TRAVELLER_NOT_ELIGIBLE";
}

/** Reads the birth date from the form; returns a fault if it is invalid or not eligible on `startsOn`. */
export type BirthDateReader = (
  form: HTMLFormElement,
  ages: OfferedAges,
  startsOn: string | null,
) => { day: string | null; fault: BirthDateFault | null };

const bornIn: BirthDateReader = (form, ages, startsOn) => {
  const faults: Faults = [];
  const day = birthDateIn(typedOf(new FormData(form)), "birthDate", ages.today, faults);
  if (faults.length > 0) return { day, fault: { at: "birthDate", code: "BIRTH_DATE_INVALID" } };
  return { day, fault: birthDateFault(day, ages, startsOn) };
};

/** Validates a birth date for an article with age limits; null means valid. */
export function birthDateFault(
  birthday: string | null,
  ages: OfferedAges,
  startsOn: string | null,
): BirthDateFault | null {
  if (birthday === null) return { at: "birthDate", code: "BIRTH_DATE_REQUIRED" };
  const age = ageOn(birthday, ageDay(ages.validity, startsOn, ages.today));
  return suitsAge(age, ages) ? null : { at: "birthDate", code: "TRAVELLER_NOT_ELIGIBLE" };
}

interface VisitorBirthDateProps {
  /** `YYYY-MM-DD`, if known. */
  known: string | null;
  error: string | undefined;
  /** Receives the reader when this component mounts. */
  reader: RefObject<BirthDateReader | null>;
}

/**
 * Birth date of a visitor or guest, asked if an article has age limits (decision 099). A date from an earlier article or
 * checkout is filled in. The value is read when the form is submitted.
 */
export function VisitorBirthDate({ known, error, reader }: VisitorBirthDateProps) {
  const t = useT();
  useEffect(() => {
    reader.current = bornIn;
  }, [reader]);
  const parts = birthDateParts(known);
  return (
    <DateOfBirthField
      // The cart is available only in the browser.
      key={known}
      name="birthDate"
      label={t("identity.visitor.birth-date")}
      hint={t("identity.visitor.hint")}
      error={error}
      labels={{
        day: t("identity.day"),
        month: t("identity.month"),
        year: t("identity.year"),
      }}
      values={{ day: parts["birthDate-day"], month: parts["birthDate-month"], year: parts["birthDate-year"] }}
    />
  );
}

interface ForWhomProps {
  product: { ages: OfferedAges | null; travellers: readonly unknown[] | null; needsAccount: boolean };
}

/** Shows, before the form, who the article is for and which data it requires. */
export function ForWhom({ product: { ages, travellers, needsAccount } }: ForWhomProps) {
  const t = useT();
  return (
    <Notice title={ages === null ? undefined : agesText(t, ages)}>
      {needsAccount && <p>{t("identity.visitor.needs-account")}</p>}
      {ages !== null && travellers === null && <p>{t("identity.visitor.asked")}</p>}
    </Notice>
  );
}

function agesText(t: ReturnType<typeof useT>, { ageFrom, ageTo }: OfferedAges): string {
  if (ageFrom === null) return t("identity.visitor.ages-to", { to: `${ageTo ?? ""}` });
  return ageTo === null
    ? t("identity.visitor.ages-from", { from: `${ageFrom}` })
    : t("identity.visitor.ages-between", { from: `${ageFrom}`, to: `${ageTo}` });
}
