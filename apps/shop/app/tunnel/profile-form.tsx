import { Button } from "@guichet/ui/button.tsx";
import { DateOfBirthField } from "@guichet/ui/forms/date-of-birth-field.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type Read, type SentBack, type Typed } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { formText } from "../identity/forms/form-texts.ts";
import { birthDateIn, birthDateParts, type Faults, namesIn } from "../identity/forms/person-fields.ts";
import { useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { PersonChangeNote } from "../travellers/person-change-note.tsx";
import type { TariffStatus } from "../travellers/tariff-status.server.ts";
import { TariffStatusField } from "../travellers/tariff-status.tsx";
import type { TunnelTraveller } from "./tunnel.server.ts";

interface Profile {
  userId: string;
  firstName: string;
  lastName: string;
  /** null: the known birth date, which is hidden, is kept. */
  birthDate: string | null;
}

/** Reads the bearer of a card (§5): the birth date is required, since the card is linked by it. `today` in the network's zone. */
export function readProfile(typed: Typed, today: string): Read<Profile, FormCode> {
  const faults: Faults = [];
  const names = namesIn(typed, faults);
  const birthDate = birthDateIn(typed, "birthDate", today, faults);
  const isKnown = typed.birthDateKnown === "yes";
  const isMissing = birthDate === null && !isKnown && !faults.some(({ field }) => field === "birthDate");
  if (isMissing) faults.push({ field: "birthDate", code: "BIRTH_DATE_REQUIRED" });
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, value: { userId: typed.userId ?? "", ...names, birthDate } };
}

/** Properties of the form for a passenger's name, birth date and status. */
interface ProfileFormProps {
  traveller: TunnelTraveller;
  /** The network's tariff statuses; the field is hidden where there are none. */
  statuses: readonly TariffStatus[];
  answer: SentBack | undefined;
}

export function ProfileForm({ traveller, statuses, answer }: ProfileFormProps) {
  const t = useT();
  const today = useToday();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readProfile(typed, today())),
    words: (fault) => formText(t, fault),
    answer,
  });
  const isHidden = traveller.hasBirthDate && traveller.birthday === null;
  const born = birthDateParts(traveller.birthday);
  const part = (name: "day" | "month" | "year") => form.value(`birthDate-${name}`) ?? born[`birthDate-${name}`];
  return (
    <Sheet title={traveller.name} id={`bearer-${traveller.userId}`}>
      {form.summary}
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="userId" value={traveller.userId} />
        {traveller.firstName !== "" && <PersonChangeNote />}
        <Stack two>
          <Field
            name="firstName"
            label={t("tunnel.profiles.first-name")}
            error={form.error("firstName")}
            defaultValue={form.value("firstName") ?? traveller.firstName}
            dir="auto"
            autoComplete="off"
            maxLength={200}
            required
          />
          <Field
            name="lastName"
            label={t("tunnel.profiles.last-name")}
            error={form.error("lastName")}
            defaultValue={form.value("lastName") ?? traveller.lastName}
            dir="auto"
            autoComplete="off"
            maxLength={200}
            required
          />
        </Stack>
        {isHidden && <input type="hidden" name="birthDateKnown" value="yes" />}
        <DateOfBirthField
          name="birthDate"
          label={t("tunnel.profiles.birth-date")}
          hint={isHidden ? t("tunnel.profiles.birth-date.stays") : undefined}
          error={form.error("birthDate")}
          labels={{ day: t("tunnel.day"), month: t("tunnel.month"), year: t("tunnel.year") }}
          values={{ day: part("day"), month: part("month"), year: part("year") }}
          autoComplete="off"
          required={!isHidden}
        />
        <TariffStatusField statuses={statuses} value={form.value("tariffStatus") ?? traveller.tariffStatus} />
        <Button variant="main" busy={form.busy && t("tunnel.profiles.saving")}>
          {t("tunnel.profiles.save")}
        </Button>
      </Form>
    </Sheet>
  );
}
