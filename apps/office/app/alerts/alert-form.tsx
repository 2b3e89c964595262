import type { Language } from "@guichet/contract/languages.ts";
import { alertTextMaxLength } from "@guichet/contract/limits/alert-limits.ts";
import { alertLevelNames } from "@guichet/contract/maintenance.ts";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { type AlertField, alertPlaces, type TypedAlert } from "./typed-alert.ts";

interface AlertFieldsProps {
  typed: TypedAlert;
  languages: readonly Language[];
  /** The field that is missing or wrong, with its text. */
  wrong: { field: AlertField; text: string } | null;
}

/** What an alert says, where, and when. */
export function AlertFields({ typed, languages, wrong }: AlertFieldsProps) {
  const t = useT();
  const errorOf = (field: AlertField) => (wrong?.field === field ? wrong.text : undefined);
  return (
    <>
      <Sheet id="place" title={t("alerts.place")}>
        <ChoiceGroup id="place-choice" label={t("alerts.place")} quietLabel error={errorOf("flags")}>
          {alertPlaces.map((place) => (
            <Choice
              key={place}
              name="place"
              value={place}
              defaultChecked={typed.place === place}
              title={t(`alerts.place.${place}`)}
              note={t(`alerts.place.${place}.text`)}
              required
            />
          ))}
        </ChoiceGroup>
        <Select
          name="level"
          label={t("alerts.level")}
          hint={t("alerts.level.hint")}
          error={errorOf("level")}
          defaultValue={typed.level}
          options={[...alertLevelNames].map((level) => ({ value: level, label: t(`alerts.level.${level}`) }))}
        />
      </Sheet>
      <Sheet id="message" title={t("alerts.message")}>
        <p className="small soft">{t("alerts.message.text")}</p>
        {languages.map((language, index) => (
          <MessageField
            key={language}
            language={language}
            text={typed.message[language] ?? ""}
            isRequired={index === 0}
            error={index === 0 ? errorOf("message") : undefined}
          />
        ))}
      </Sheet>
      <TimeFields typed={typed} errorOf={errorOf} />
    </>
  );
}

function MessageField({
  language,
  text,
  isRequired,
  error,
}: {
  language: Language;
  text: string;
  isRequired: boolean;
  error: string | undefined;
}) {
  const formats = useFormats();
  return (
    <TextArea
      name={`message-${language}`}
      label={formats.language(language)}
      error={error}
      defaultValue={text}
      lang={language}
      dir="auto"
      rows={2}
      maxLength={alertTextMaxLength}
      required={isRequired}
    />
  );
}

function TimeFields({ typed, errorOf }: { typed: TypedAlert; errorOf: (field: AlertField) => string | undefined }) {
  const t = useT();
  const { timeZone } = useNetwork();
  return (
    <Sheet id="window" title={t("alerts.window")}>
      <p className="small soft">{t("alerts.window.text", { zone: timeZone })}</p>
      <Stack two>
        {(["displayAfter", "displayBefore"] as const).map((name) => (
          <Field
            key={name}
            type="datetime-local"
            name={name}
            label={t(`alerts.field.${name}`)}
            hint={t(`alerts.field.${name}.hint`)}
            error={errorOf(name)}
            defaultValue={typed[name]}
          />
        ))}
      </Stack>
      <Field
        type="datetime-local"
        name="estimatedEnd"
        label={t("alerts.field.estimatedEnd")}
        hint={t("alerts.field.estimatedEnd.hint")}
        error={errorOf("estimatedEnd")}
        defaultValue={typed.estimatedEnd}
      />
    </Sheet>
  );
}
