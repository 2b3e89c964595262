import type { Dependencies } from "../dependencies.ts";
import type { EmailMessage } from "../integrations/mail.ts";
import type { EmailTemplate } from "./email-contents.ts";

declare module "../dependencies.ts" {
  interface Dependencies {
    /** Functions that make the attachments of an e-mail; upper modules provide them. */
    emailAttachments: EmailAttachments;
  }
}

/** Makes the attachments of an e-mail from its values, when it is sent. */
export type MakeAttachments = (deps: Dependencies, values: unknown) => Promise<EmailMessage["attachments"]>;

/** Attachment functions by template; an e-mail without one has no attachments. */
export type EmailAttachments = Readonly<Partial<Record<EmailTemplate, MakeAttachments>>>;
