import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CustomerDetails } from "@guichet/contract/office/customer-service/corrections.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { detailFields, type RefusedCorrection, typedOf } from "./correct-customer.ts";

interface DetailsFormProps {
  /** The data as they are now. */
  current: CustomerDetails;
  /** The languages of the network. */
  languages: readonly string[];
  refused: RefusedCorrection | undefined;
}

/** Corrects contact data, language and postal address of a customer. */
export function DetailsForm({ current, languages, refused }: DetailsFormProps) {
  const t = useT();
  const formats = useFormats();
  // Data that are read anew while something is typed do not reach the form: what was seen is compared when it is sent.
  const [seen] = useState(refused?.seen.details ?? current);
  const typed = refused?.typed ?? typedOf(current);
  const none = { value: "", label: t("customers.correction.no-language") };
  const now = typedOf(current);
  const words = [...Object.values({ ...now, language: now.language && formats.language(now.language) })].filter(
    Boolean,
  );
  return (
    <Sheet id="details" title={t("customers.correction.details")}>
      <Form method="post">
        <input type="hidden" name="what" value="details" />
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        <Stack>
          {refused?.refusal === "changed" && (
            <Notice tone="wait" title={t("customers.correction.now")}>
              <bdi>{words.length === 0 ? t("customers.empty") : formats.list(words)}</bdi>
            </Notice>
          )}
          {detailFields.map(([name, maxLength]) => (
            <Field
              key={name}
              name={name}
              label={t(`customers.correction.${name}`)}
              error={refused?.field === name ? t("customers.correction.check") : undefined}
              type={name === "contactEmail" ? "email" : name === "phone" ? "tel" : "text"}
              dir={name === "contactEmail" || name === "phone" ? "ltr" : "auto"}
              defaultValue={typed[name]}
              maxLength={maxLength}
              autoComplete="off"
            />
          ))}
          <Select
            name="language"
            label={t("shell.language")}
            options={[none, ...languages.map((value) => ({ value, label: formats.language(value) }))]}
            defaultValue={typed.language}
          />
          <Confirmed of="details" reason={refused?.reason} />
        </Stack>
      </Form>
    </Sheet>
  );
}

interface EmailFormProps {
  /** The address as it is now. */
  current: string;
  /** What follows from another one. */
  note: ReactNode;
  refused: RefusedCorrection | undefined;
}

/** Changes the e-mail address of an account. */
export function EmailForm({ current, note, refused }: EmailFormProps) {
  const t = useT();
  const [seen] = useState(refused?.seen.email ?? current);
  return (
    <Sheet id="email" title={t("customers.correction.email")}>
      <Form method="post">
        <input type="hidden" name="what" value="email" />
        <input type="hidden" name="seenEmail" value={seen} />
        <Stack>
          <p>{note}</p>
          <p>
            {t("customers.correction.email.now")} <bdi dir="ltr">{current || "–"}</bdi>
          </p>
          <Field
            id="new-email"
            name="email"
            type="email"
            label={t("customers.correction.email.new")}
            defaultValue={refused?.email}
            maxLength={254}
            autoComplete="off"
            required
          />
          <Confirmed of="email" reason={refused?.reason} />
        </Stack>
      </Form>
    </Sheet>
  );
}

/** The reason, the confirmation that the customer was identified, and the button. */
function Confirmed({ of, reason }: { of: RefusedCorrection["what"]; reason: string | undefined }) {
  const t = useT();
  const isBusy = useNavigation().formData?.get("what") === of;
  return (
    <>
      <Field
        id={`${of}-reason`}
        name="reason"
        label={t("customers.reason")}
        defaultValue={reason}
        maxLength={auditReasonMaxLength}
        required
      />
      <Choice
        id={`${of}-identified`}
        type="checkbox"
        name="identified"
        value="yes"
        required
        title={t("customers.support.identified")}
      />
      <Button busy={isBusy && t("customers.saving")}>{t(`customers.correction.${of}.do`)}</Button>
    </>
  );
}
