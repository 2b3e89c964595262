import { customerNoteMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CustomerNote } from "@guichet/contract/office/customers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { ListSection, Particulars } from "./list-section.tsx";

interface CustomerNotesProps {
  page: { items: readonly CustomerNote[]; nextCursor?: string | undefined };
  /** The same for a form that is sent twice, which adds one note. */
  idempotencyKey: string;
  /** The note that was typed before a refusal. */
  typed: string | undefined;
}

/** What the staff noted about a customer, and the form of another note. */
export function CustomerNotes({ page, idempotencyKey, typed }: CustomerNotesProps) {
  const t = useT();
  const formats = useFormats();
  const { formData } = useNavigation();
  const isBusy = formData?.get("action") === "note";
  return (
    <>
      <ListSection id="notes" title={t("customers.notes")} next={page.nextCursor}>
        {page.items.map(({ noteId, text, by, at }) => (
          <li key={noteId}>
            <bdi className="note-text">{text}</bdi>
            <Particulars of={[by ?? "–", formats.shortInstant(at)]} />
          </li>
        ))}
      </ListSection>
      <Form method="post" key={idempotencyKey}>
        <input type="hidden" name="action" value="note" />
        <input type="hidden" name="key" value={idempotencyKey} />
        <Stack>
          <TextArea
            id="note"
            name="note"
            label={t("customers.note")}
            hint={t("customers.note.hint")}
            defaultValue={typed}
            rows={3}
            maxLength={customerNoteMaxLength}
            required
          />
          <div className="row">
            <Button busy={isBusy && t("customers.busy")}>{t("customers.note.add")}</Button>
          </div>
        </Stack>
      </Form>
    </>
  );
}
