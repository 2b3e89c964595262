import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { NoteRefusal } from "@guichet/contract/office/customer-service/notes.ts";
import type { RequestContext } from "../shell/request-context.ts";

export const noteActions = ["note", "note-correct", "note-withdraw"] as const;

/** What a form of a note had when it was refused. */
export interface RefusedNote {
  what: (typeof noteActions)[number];
  noteId: string;
  /** The version that its author saw; null: the note has changed, and has to be looked at again. */
  version: number | null;
  text: string;
  reason: string;
  refusal: NoteRefusal | null;
}

export type NoteAnswer = { code: ErrorCode; note: RefusedNote } | { done: RefusedNote["what"] };

/** Adds, corrects or withdraws a note by one of the forms about notes; undefined: it is another form. */
export async function noteAction(
  ctx: Pick<RequestContext, "call">,
  networkId: string,
  customerId: string,
  form: FormData,
): Promise<NoteAnswer | undefined> {
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const what = noteActions.find((one) => one === said("action"));
  if (what === undefined) return undefined;
  const version = Number(said("version"));
  const note: RefusedNote = {
    ...{ what, noteId: said("noteId"), version, text: said("note"), reason: said("reason"), refusal: null },
  };
  const { noteId, text, reason } = note;
  if ((what === "note-withdraw" ? reason : text) === "") return { code: "FIELD_REQUIRED", note };
  const outcome =
    what === "note"
      ? await ctx.call("addCustomerNote", { customerId, text }, networkId, { idempotencyKey: said("key") })
      : what === "note-correct"
        ? await ctx.call("correctCustomerNote", { customerId, noteId, version, text }, networkId)
        : await ctx.call("withdrawCustomerNote", { customerId, noteId, version, reason }, networkId);
  if (outcome.ok) return { done: what };
  const refusal = NoteRefusal.safeParse(outcome.details?.reason).data ?? null;
  return { code: outcome.code, note: { ...note, refusal, version: refusal === "changed" ? null : version } };
}
