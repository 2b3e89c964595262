import nodemailer from "nodemailer";

export interface Letter {
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

/** Hands a letter to the operator's mail server. Throws when it was not taken; sending again is harmless. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 8_000;

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
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    send: async (letter) => {
      await transport.sendMail({
        ...letter,
        headers: { "Auto-Submitted": "auto-generated" },
        attachments: letter.attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
      });
    },
    close: async () => transport.close(),
  };
}
