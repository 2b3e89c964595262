import { ageDay, suitsAge } from "@guichet/rules/dates/age-limits.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import type { ComponentProps } from "react";
import { VisitorBirthDate } from "../identity/forms/visitor-birth-date.tsx";
import { useT } from "../texts/texts.tsx";
import type { Product } from "./product.ts";
import { AlternativeLink } from "./suitable-instead.tsx";

interface VisitorAgeProps extends ComponentProps<typeof VisitorBirthDate> {
  product: Pick<Product, "ages" | "alternatives">;
  /** `YYYY-MM-DD`: a birth date that the article excludes; null: none so far. */
  refused: string | null;
  /** First day of the chosen start. */
  startsOn: string | null;
}

/** Birth date of a visitor, and the article that suits them if this one does not. */
export function VisitorAge({ product, refused, startsOn, ...field }: VisitorAgeProps) {
  return (
    <div className="stack">
      <VisitorBirthDate {...field} />
      {refused !== null && <Instead product={product} birthday={refused} startsOn={startsOn} />}
    </div>
  );
}

interface InsteadProps extends Pick<VisitorAgeProps, "product" | "startsOn"> {
  birthday: string;
}

function Instead({ product: { ages, alternatives }, birthday, startsOn }: InsteadProps) {
  const t = useT();
  if (ages === null) return null;
  const age = ageOn(birthday, ageDay(ages.validity, startsOn, ages.today));
  const instead = alternatives.find((alternative) => suitsAge(age, alternative));
  if (instead === undefined) return null;
  return (
    <Notice role="status" title={t("catalogue.instead.visitor")}>
      <p>
        <AlternativeLink alternative={instead} />
      </p>
    </Notice>
  );
}
