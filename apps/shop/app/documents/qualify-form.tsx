import type { QualificationProvider } from "@guichet/contract/documents.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { type FetcherWithComponents, Form, useNavigation } from "react-router";
import { useT } from "../texts/texts.tsx";

interface QualifyFormProps {
  action: string;
  provider: QualificationProvider;
  typeId: string;
  userId: string;
  /** Error message of a field, by name. */
  error: (field: string) => string | undefined;
  by: "inputs" | "identity";
  /** Begins the ids, where a page may contain the same form twice. */
  scope?: string;
  /** Sends the form without leaving the page; absent: the page's own action answers. */
  fetcher?: Pick<FetcherWithComponents<unknown>, "Form" | "formData">;
}

/** Form with the data that a provider needs to confirm a right, and consent to the request; the values are not stored. */
export function QualifyForm({ action, provider, typeId, userId, error, by, scope = "", fetcher }: QualifyFormProps) {
  const t = useT();
  const navigation = useNavigation();
  const busy = (fetcher ?? navigation).formData?.get("provider") === provider.id;
  const Sender = fetcher?.Form ?? Form;
  const inputs = (by === "inputs" ? provider.inputs : provider.identityInputs) ?? [];
  const key = (name: string) => `${provider.id}-${name}`;
  const idOf = (name: string) => `${scope}${key(name)}`;
  return (
    <Sender method="post" action={action} className="stack" autoComplete="off">
      <input type="hidden" name="what" value="qualify" />
      <input type="hidden" name="type" value={typeId} />
      <input type="hidden" name="for" value={userId} />
      <input type="hidden" name="provider" value={provider.id} />
      <input type="hidden" name="by" value={by} />
      {inputs.map((name) =>
        name === "sexeEtatCivil" ? (
          <Select
            key={name}
            id={idOf(name)}
            name={name}
            label={t("documents.input.sexeEtatCivil")}
            error={error(key(name))}
            options={[
              { value: "", label: "" },
              { value: "F", label: t("documents.input.female") },
              { value: "M", label: t("documents.input.male") },
            ]}
          />
        ) : (
          <Field
            key={name}
            id={idOf(name)}
            name={name}
            label={t(`documents.input.${name}`)}
            error={error(key(name))}
            dir={name === "nomCommuneNaissance" ? "auto" : "ltr"}
            spellCheck={false}
            autoCapitalize="none"
          />
        ),
      )}
      <Checkbox id={idOf("consent")} name="consent" value="yes" required error={error(key("consent"))}>
        {t("documents.consent", { name: provider.name })}
      </Checkbox>
      <Button busy={busy && t("documents.asking", { name: provider.name })}>
        {t("documents.ask", { name: provider.name })}
      </Button>
    </Sender>
  );
}
