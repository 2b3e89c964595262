import nodemailer from "nodemailer";
import { z } from "zod";
import { Unreachable } from "./unreachable.ts";

export interface EmailMessage {
  /** Our id, always the same for the same cause: a mailbox recognises a repeated e-mail by it. */
  messageId: string;
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** `cid`: a picture embedded in the HTML, which refers to it by this id; it is not listed as a file. */
  attachments: { filename: string; content: Uint8Array; contentType: string; cid?: string }[];
}

/**
 * Sends an e-mail through the operator's mail server; sending again is harmless. Throws `Unreachable` when the server is not reachable,
 * refuses our connection or asks to retry later, and another error when it refuses the e-mail. Neither error names the recipient.
 */
export interface Mailer {
  send(email: EmailMessage): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 8_000;
/** At least the number of e-mails sent concurrently, including urgent ones: none waits for another's connection. */
const connectionsMax = 20;

export function smtpMailer(url: string): Mailer {
  const address = new URL(url);
  const transport = nodemailer.createTransport({
    host: address.hostname,
    port: Number(address.port || (address.protocol === "smtps:" ? 465 : 587)),
    secure: address.protocol === "smtps:",
    ...(address.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    pool: true,
    maxConnections: connectionsMax,
    // A reused connection may be closed; beyond one requeue, the job's own pauses apply.
    maxRequeues: 1,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    send: async (email) => {
      try {
        await transport.sendMail({
          ...email,
          headers: { "Auto-Submitted": "auto-generated" },
          attachments: email.attachments.map((file) => ({
            ...file,
            content: Buffer.from(file.content),
            ...(file.cid !== undefined && { contentDisposition: "inline" as const }),
          })),
        });
      } catch (error) {
        throw sendError(error);
      }
    },
    close: async () => transport.close(),
  };
}

const Fault = z.object({
  code: z.string().optional().catch(undefined),
  responseCode: z.int().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
});

/** Errors of nodemailer about the e-mail itself; all others concern the connection to the server. */
const emailFaults: ReadonlySet<string | undefined> = new Set(["EENVELOPE", "EMESSAGE", "ESTREAM"]);
/** RFC 5321 4.2.1: the server asks to retry later. */
const isLater = (reply: number): boolean => reply >= 400 && reply < 500;
/** RFC 5321 3.8: the server closes the connection, whatever the command was. */
const serviceClosing = 421;

/** Converts an error of sending. The server's text names the customer: only its codes are reported. */
function sendError(error: unknown): Error {
  const { code, responseCode, command } = Fault.catch({}).parse(error);
  const codes = [code, responseCode].filter((part) => part !== undefined).join(" ") || "no code";
  const isAboutEmail = emailFaults.has(code) || /^(MAIL FROM|RCPT TO|DATA)/.test(command ?? "");
  if (responseCode === serviceClosing || !isAboutEmail)
    return new Unreachable("mail-server", `Mail server unreachable (${codes})`);
  if (responseCode !== undefined && isLater(responseCode))
    return new Unreachable("mail-server", `Mail server accepts the e-mail later (${codes})`, { onlyThis: true });
  return new Error(`Mail server refused the e-mail (${codes})`);
}
