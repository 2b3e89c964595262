import type { Dependencies } from "../dependencies.ts";
import type { EmailMessage } from "../integrations/mail.ts";
import type { EmailTemplate } from "./email-contents.ts";

declare module "../dependencies.ts" {
  interface Dependencies {
    /** Who makes the files of an e-mail; the modules give it. */
    emailAttachments: EmailAttachments;
  }
}

/** Makes the files of an e-mail when it is sent, out of its values. */
export type MakeAttachments = (deps: Dependencies, values: unknown) => Promise<EmailMessage["attachments"]>;

/** By template, who makes the files of the e-mail; one without an entry carries none. */
export type EmailAttachments = Readonly<Partial<Record<EmailTemplate, MakeAttachments>>>;
