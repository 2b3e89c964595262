import { customerNoteMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CustomerNote } from "@guichet/contract/office/customer-service/notes.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useT } from "../shell/texts.tsx";
import { ListSection } from "./list-section.tsx";
import type { RefusedNote } from "./note-actions.ts";
import { OneNote } from "./one-note.tsx";

/**
 * The form of a note: it stays, with what was typed and its key, while other links of the page are followed. Once a note was
 * sent the next one has a new key, and once it was saved the form is emptied.
 */
function useNoteForm(idempotencyKey: string, isBusy: boolean, isRefused: boolean) {
  const [form, setForm] = useState({ key: idempotencyKey, saved: 0, wasBusy: false });
  // While rendering, so that no page with the key of a saved note is shown.
  if (isBusy !== form.wasBusy)
    setForm(
      isBusy
        ? { ...form, wasBusy: true }
        : { key: idempotencyKey, saved: isRefused ? form.saved : form.saved + 1, wasBusy: false },
    );
  return form;
}

interface CustomerNotesProps {
  page: { items: readonly CustomerNote[]; nextCursor?: string | undefined };
  /** A new one of each answer: the form keeps one until it was sent, so that sending it twice adds one note. */
  idempotencyKey: string;
  /** The note that was chosen to be changed. */
  chosen: string | null;
  /** The form that was refused. */
  refused: RefusedNote | undefined;
}

/** What the staff noted about a customer, and the form of another note. */
export function CustomerNotes({ page, idempotencyKey, chosen, refused }: CustomerNotesProps) {
  const t = useT();
  const typed = refused?.what === "note" ? refused.text : undefined;
  const { formData } = useNavigation();
  const isBusy = formData?.get("action") === "note";
  const form = useNoteForm(idempotencyKey, isBusy, typed !== undefined);
  return (
    <>
      <ListSection id="notes" title={t("customers.notes")} next={page.nextCursor}>
        {page.items.map((note) => (
          <OneNote
            key={`${note.noteId} ${note.version}`}
            note={note}
            isChosen={(refused?.noteId || chosen) === note.noteId}
            refused={refused?.noteId === note.noteId ? refused : undefined}
          />
        ))}
      </ListSection>
      <Form method="post" key={form.saved}>
        <input type="hidden" name="action" value="note" />
        <input type="hidden" name="key" value={form.key} />
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
