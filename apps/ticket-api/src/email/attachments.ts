import type { House } from "../dependencies.ts";
import type { Letter } from "../integrations/mail.ts";
import { confirmationAttachments } from "../orders/confirmation.ts";
import type { LetterTemplate } from "./letters.ts";

/** Makes the files of a letter when it is sent, out of its values. */
export type MakeAttachments = (house: House, values: unknown) => Promise<Letter["attachments"]>;

/** The letters that carry files; the room that writes such a letter makes them. */
export const attachmentsOf: Partial<Record<LetterTemplate, MakeAttachments>> = {
  "order-confirmation": confirmationAttachments,
};
