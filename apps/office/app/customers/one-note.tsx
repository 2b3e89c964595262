import { auditReasonMaxLength, customerNoteMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CustomerNote } from "@guichet/contract/office/customer-service/notes.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import type { ReactNode } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { Particulars } from "./list-section.tsx";
import type { RefusedNote } from "./note-actions.ts";

interface OneNoteProps {
  note: CustomerNote;
  /** It was chosen to be changed. */
  isChosen: boolean;
  /** What was typed before a refusal. */
  refused: RefusedNote | undefined;
}

/** A note with its author and time; if it is chosen, also the forms that correct or withdraw it. */
export function OneNote({ note, isChosen, refused }: OneNoteProps) {
  const t = useT();
  const formats = useFormats();
  const { search } = useLocation();
  const { noteId, text, by, at, correctedAt } = note;
  const query = new URLSearchParams(search);
  query.delete("done");
  query.set("note", noteId);
  return (
    <li>
      <bdi className="note-text">{text}</bdi>
      <Particulars
        of={[
          by ?? "–",
          formats.shortInstant(at),
          correctedAt === null ? null : t("customers.note.corrected", { day: formats.shortInstant(correctedAt) }),
        ]}
      />
      {isChosen ? (
        <div className="note-forms">
          <NoteForms note={note} refused={refused} />
        </div>
      ) : (
        <TextLink href={`?${query}#notes`} aria-label={t("customers.note.change-of", { text: text.slice(0, 40) })}>
          {t("customers.note.change")}
        </TextLink>
      )}
    </li>
  );
}

function NoteForms({ note, refused }: Pick<OneNoteProps, "note" | "refused">) {
  const t = useT();
  // After a refusal the form is for the version that its author saw, unless they have to look at another one first.
  const version = refused?.version ?? note.version;
  const form = { noteId: note.noteId, version };
  return (
    <Stack>
      {note.isOwn && (
        <NoteForm {...form} what="note-correct" button={t("customers.note.correct")}>
          <TextArea
            id="corrected-note"
            name="note"
            label={t("customers.note.corrected-text")}
            defaultValue={refused?.what === "note-correct" ? refused.text : note.text}
            rows={3}
            maxLength={customerNoteMaxLength}
            required
          />
        </NoteForm>
      )}
      <NoteForm {...form} what="note-withdraw" button={t("customers.note.withdraw")}>
        <Field
          id="note-reason"
          name="reason"
          label={t("customers.note.withdraw.reason")}
          hint={t("customers.note.withdraw.text")}
          defaultValue={refused?.reason}
          maxLength={auditReasonMaxLength}
          required
        />
      </NoteForm>
    </Stack>
  );
}

interface NoteFormProps {
  what: RefusedNote["what"];
  noteId: string;
  version: number;
  button: string;
  children: ReactNode;
}

function NoteForm({ what, noteId, version, button, children }: NoteFormProps) {
  const t = useT();
  const isBusy = useNavigation().formData?.get("action") === what;
  return (
    <Form method="post">
      <input type="hidden" name="action" value={what} />
      <input type="hidden" name="noteId" value={noteId} />
      <input type="hidden" name="version" value={version} />
      <Stack>
        {children}
        <div className="row">
          <Button busy={isBusy && t("customers.busy")}>{button}</Button>
        </div>
      </Stack>
    </Form>
  );
}
