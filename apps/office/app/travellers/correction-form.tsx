import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { StaffTraveller } from "@guichet/contract/office/travellers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useT } from "../shell/texts.tsx";

/** The submitted values, shown again after a refusal. */
export interface Typed {
  firstName: string;
  lastName: string;
  birthDate: string;
  kind: string;
  reason: string;
}

interface CorrectionFormProps {
  traveller: StaffTraveller;
  typed: Typed | undefined;
}

/** Form to correct a traveller's identity: the correct values, whether it is the same person, and the reason. */
export function CorrectionForm({ traveller, typed }: CorrectionFormProps) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST" && t("travellers.correcting");
  const { firstName, lastName, birthDate, isSynchronised } = traveller;
  return (
    <Sheet>
      <Form method="post">
        <input type="hidden" name="seenFirstName" value={firstName} />
        <input type="hidden" name="seenLastName" value={lastName} />
        <input type="hidden" name="seenBirthDate" value={birthDate ?? ""} />
        <Stack>
          <h2 className="act-title">
            {t("travellers.correct")} <Key>C</Key>
          </h2>
          <p className="small soft">{t("travellers.correct.text")}</p>
          {isSynchronised && <Notice tone="wait">{t("travellers.synchronised")}</Notice>}
          <PersonFields traveller={traveller} typed={typed} />
          <KindChoice traveller={traveller} typed={typed} />
          <TextArea
            name="reason"
            label={t("travellers.reason")}
            hint={t("travellers.reason.hint")}
            defaultValue={typed?.reason}
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <Button variant="main" busy={busy}>
            {t("travellers.correct.do")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

function PersonFields({ traveller: { firstName, lastName, birthDate }, typed }: CorrectionFormProps) {
  const t = useT();
  return (
    <>
      <Field
        id="correct"
        name="firstName"
        label={t("travellers.first-name")}
        defaultValue={typed?.firstName ?? firstName}
        maxLength={200}
        autoComplete="off"
        required
      />
      <Field
        name="lastName"
        label={t("travellers.last-name")}
        defaultValue={typed?.lastName ?? lastName}
        maxLength={200}
        autoComplete="off"
        required
      />
      <Field
        name="birthDate"
        type="date"
        label={t("travellers.born")}
        defaultValue={typed?.birthDate ?? birthDate ?? ""}
      />
    </>
  );
}

/** Choice between new names of the same person and another person, who must not get the rights of the first one. */
function KindChoice({ traveller: { cards, subscriptions }, typed }: CorrectionFormProps) {
  const t = useT();
  const [kind, setKind] = useState(typed?.kind ?? "");
  const isBound = cards.length > 0 || subscriptions.length > 0;
  return (
    <ChoiceGroup id="kind" label={t("travellers.kind")}>
      {(["same-person", "other-person"] as const).map((one) => (
        <Choice
          key={one}
          name="kind"
          value={one}
          required
          checked={kind === one}
          onChange={() => setKind(one)}
          disabled={one === "other-person" && isBound}
          title={t(`travellers.kind.${one}`)}
          note={t(one === "other-person" && isBound ? "travellers.kind.bound" : `travellers.kind.${one}.note`)}
        />
      ))}
    </ChoiceGroup>
  );
}
