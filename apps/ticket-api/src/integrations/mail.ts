import nodemailer from "nodemailer";
import { z } from "zod";
import { Unreachable } from "./unreachable.ts";

export interface EmailMessage {
  /** Ours, always the same for the same cause: by it a mailbox counts a repetition once. */
  messageId: string;
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; content: Uint8Array; contentType: string }[];
}

/**
 * Hands a letter to the operator's mail server; sending again is harmless. Throws `Unreachable` when the server is not there, does
 * not serve us or asks to come back later, another error when it refuses the letter. Neither says whom the letter was for.
 */
export interface Mailer {
  send(letter: EmailMessage): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 8_000;
/** As many as letters are sent at once, urgent ones among them: none waits for a connection that another has. */
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
    // A kept connection may be over when it is used; beyond that the job's own pauses count.
    maxRequeues: 1,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    send: async (letter) => {
      try {
        await transport.sendMail({
          ...letter,
          headers: { "Auto-Submitted": "auto-generated" },
          attachments: letter.attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
        });
      } catch (error) {
        throw notTaken(error);
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

/** Faults of nodemailer that are about the letter; all others are about the way to the server. */
const emailFaults: ReadonlySet<string | undefined> = new Set(["EENVELOPE", "EMESSAGE", "ESTREAM"]);
/** RFC 5321 4.2.1: the server asks to send it again later. */
const isLater = (reply: number): boolean => reply >= 400 && reply < 500;
/** RFC 5321 3.8: the server closes the connection, whatever it was that it was asked. */
const serviceClosing = 421;

/** What a failed sending means. The server's own words name the customer: only its numbers are told. */
function notTaken(error: unknown): Error {
  const { code, responseCode, command } = Fault.catch({}).parse(error);
  const why = [code, responseCode].filter((part) => part !== undefined).join(" ") || "no reason given";
  const isOfLetter = emailFaults.has(code) || /^(MAIL FROM|RCPT TO|DATA)/.test(command ?? "");
  if (responseCode === serviceClosing || !isOfLetter)
    return new Unreachable("mail-server", `The mail server cannot be reached (${why})`);
  if (responseCode !== undefined && isLater(responseCode))
    return new Unreachable("mail-server", `The mail server takes the letter later (${why})`, { onlyThis: true });
  return new Error(`The mail server did not take the letter (${why})`);
}
