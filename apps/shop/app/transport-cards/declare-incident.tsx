import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Form } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { useT } from "../texts/texts.tsx";
import { incidentKinds, readIncident } from "./card-forms.ts";
import { cardText } from "./card-texts.ts";

interface DeclareIncidentProps {
  tickets: readonly { ticketId: string; name: string }[];
  answer: SentBack | undefined;
}

/** Form to declare an incident: its kind, its consequences, and the confirmation. */
export function DeclareIncident({ tickets, answer }: DeclareIncidentProps) {
  const t = useT();
  const formats = useFormats();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readIncident(typed)),
    words: (fault) => cardText(t, fault),
    answer,
  });
  return (
    <>
      {form.summary}
      <Form method="post" {...form.props} className="stack" key={form.attempts}>
        <ChoiceGroup id="incident" label={t("transport-cards.declare.what")} error={form.error("incident")}>
          {incidentKinds.map((kind) => (
            <Choice
              key={kind}
              name="incident"
              value={kind}
              title={t(`transport-cards.declare.${kind}`)}
              note={t(`transport-cards.declare.${kind}.note`)}
              defaultChecked={form.value("incident") === kind}
            />
          ))}
        </ChoiceGroup>
        <Notice tone="wait" title={t("transport-cards.declare.follows")}>
          <ul>
            <li>{t("transport-cards.declare.follows.card")}</li>
            <li>{t("transport-cards.declare.follows.tickets", { count: tickets.length })}</li>
            <li>{t("transport-cards.declare.follows.replace")}</li>
            <li>{t("transport-cards.declare.follows.back")}</li>
          </ul>
          {tickets.length > 0 && (
            <p>
              <bdi>{formats.list(tickets.map(({ name }) => name))}</bdi>
            </p>
          )}
        </Notice>
        <TextArea
          name="note"
          label={t("transport-cards.declare.note")}
          mark={t("transport-cards.declare.optional")}
          hint={t("transport-cards.declare.note.hint")}
          defaultValue={form.value("note")}
          maxLength={500}
          rows={3}
        />
        <Checkbox name="sure" value="yes" error={form.error("sure")}>
          {t("transport-cards.declare.sure")}
        </Checkbox>
        <Button variant="main" big busy={form.busy && t("transport-cards.declare.busy")}>
          {t("transport-cards.declare.submit")}
        </Button>
      </Form>
    </>
  );
}
