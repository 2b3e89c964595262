import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { getDraftItem } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useNetwork } from "../../shell/page-context.tsx";
import { useT } from "../../shell/texts.tsx";
import { fieldPlace } from "../item-kinds.ts";
import { basisOf, type ItemAnswer } from "./change-item.ts";
import { type ShownForm, useFaultWords } from "./form-values.ts";
import { type FieldKey, fieldsOf } from "./item-fields.ts";
import { type FieldNote, ItemSections } from "./item-sections.tsx";
import { isSameValue, itemIn, typedOf, valueAt } from "./typed-item.ts";
import { differing, useValueWords } from "./value-words.tsx";

type Found = ReceivedOf<typeof getDraftItem>;

interface ItemFormProps {
  kind: ShownForm["kind"];
  found: Found;
  /** The values of a new item: those of the copied one. */
  copied: Found["draft"];
  answer: ItemAnswer | undefined;
  isEditable: boolean;
}

/** The form of an item. What was typed stays, whatever is refused; a colleague's change is shown with it. */
export function ItemForm({ kind, found, copied, answer, isEditable }: ItemFormProps) {
  const t = useT();
  const { timeZone } = useNetwork();
  const busy = useNavigation().formData?.get("what") === "save" && t("catalogue.busy");
  const context = { currency: found.currency, languages: found.languages, timeZone };
  const isNew = found.basis === "" && found.live === null && found.draft === null;
  // A withdrawn item is typed as it is live: to save it is to take it in again.
  const shown = found.draft ?? found.live ?? copied;
  const typed = answer?.typed ?? (shown === null ? {} : typedOf(shown, context));
  const form = {
    ...{ kind, isNew, isEditable, context, choices: found.choices, faults: answer?.faults ?? [] },
    typed: copied !== null && answer === undefined ? { ...typed, id: [] } : typed,
  };
  // Of a new item it means that there is another one with its id.
  const isChanged = !isNew && answer?.refusal === "changed";
  const basis = basisOf(answer, found.basis);
  const noteOf = useNotes(form, found, isChanged);
  return (
    <Form method="post" className="catalogue-form" key={answer === undefined ? found.basis : "typed"}>
      <input type="hidden" name="basis" value={basis} />
      <input type="hidden" name="what" value="save" />
      <Stack>
        <Faults form={form} />
        {isChanged && <ChangedByOthers form={form} noteOf={noteOf} />}
        <ItemSections form={form} noteOf={noteOf} />
        {isEditable && (
          <div className="catalogue-save">
            <Button variant="main" busy={busy}>
              {isChanged ? t("catalogue.save.anyway") : t("catalogue.save")}
            </Button>
          </div>
        )}
      </Stack>
    </Form>
  );
}

/** What is wrong, with links to the fields. */
function Faults({ form }: { form: ShownForm }) {
  const t = useT();
  const words = useFaultWords(form.context.currency);
  const errors = form.faults.map((fault) => ({
    field: fault.input,
    message: t("catalogue.fault", { field: t(`catalogue.field.${fault.key}`), fault: words(fault) }),
  }));
  return <ErrorSummary id="faults" title={t("catalogue.faults.typed", { count: errors.length })} errors={errors} />;
}

/** That a colleague changed the item, with links to the fields that differ. It has the focus: nobody saves twice without seeing it. */
function ChangedByOthers({ form, noteOf }: { form: ShownForm; noteOf(key: FieldKey): FieldNote | null }) {
  const t = useT();
  const differing = fieldsOf(form.kind)
    .filter(({ key }) => noteOf(key)?.current !== undefined)
    .map(({ key }) => ({ field: fieldPlace(key), message: t(`catalogue.field.${key}`) }));
  const text = { message: t("catalogue.changed.text") };
  return <ErrorSummary id="changed" title={t("catalogue.changed")} errors={[text, ...differing]} />;
}

/** The notes of the fields: the live value of what the draft changes, conflicts, and what a colleague changed meanwhile. */
function useNotes(form: ShownForm, { live, draft, conflicts, currency, choices }: Found, isChanged: boolean) {
  const say = useValueWords({ currency, choices });
  const read = isChanged ? itemIn(form.kind, form.typed, form.context) : null;
  const typed = read?.ok ? read.item : null;
  return (key: FieldKey): FieldNote | null => {
    const note: FieldNote = { isConflict: conflicts.includes(key) };
    const [liveValue, draftValue] = [live && valueAt(live, key), draft && valueAt(draft, key)];
    if (live !== null && draft !== null && !isSameValue(liveValue, draftValue))
      note.live = say(form.kind, key, differing(form.kind, key, liveValue, draftValue)[0]);
    const current = draft ?? live;
    if (typed !== null && current !== null && !isSameValue(valueAt(typed, key), valueAt(current, key)))
      note.current = say(form.kind, key, valueAt(current, key));
    return note.isConflict || note.live !== undefined || note.current !== undefined ? note : null;
  };
}
