import { typedCodeLength } from "@guichet/contract/limits/sign-in-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Form } from "react-router";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import type { Read, Typed } from "../../forms/form-values.ts";
import { useT } from "../../texts/texts.tsx";

/** Maximum input length: a code has eight characters; the rest allows for a hyphen and spaces. */
const typedMaxLength = 2 * typedCodeLength;

/** Parses the entered code of the e-mail; the server checks whether it is correct. */
export function readTypedCode(typed: Typed): Read<string, "TYPED_CODE_REQUIRED"> {
  const code = (typed.code ?? "").trim();
  if (code === "") return { ok: false, faults: [{ field: "code", code: "TYPED_CODE_REQUIRED" }] };
  return { ok: true, value: code.slice(0, typedMaxLength) };
}

/** Form for the code of the e-mail, in the browser where the account was created. */
export function TypedCodeForm({ form }: { form: CheckedForm }) {
  const t = useT();
  return (
    <Form method="post" {...form.props} className="stack">
      <input type="hidden" name="what" value="code" />
      <Field
        key={form.attempts}
        name="code"
        label={t("identity.unverified.code")}
        hint={t("identity.unverified.code-hint", { length: typedCodeLength })}
        error={form.error("code")}
        defaultValue={form.value("code")}
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={typedMaxLength}
        required
      />
      <Button variant="main" big busy={form.busy && t("identity.busy")}>
        {t("identity.unverified.confirm")}
      </Button>
    </Form>
  );
}
