import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxProcess, startSandboxProcess } from "../testing/providers/sandbox-process.ts";
import { type EmailMessage, type Mailer, smtpMailer } from "./mail.ts";

let folder: string;
let sandbox: SandboxProcess;
let mailer: Mailer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mail-"));
  sandbox = await startSandboxProcess(folder);
  mailer = smtpMailer(`smtp://127.0.0.1:${sandbox.smtpPort}`);
});
afterAll(async () => {
  await mailer.close();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0x0d, 0x0a, 0x2e, 0x0d, 0x0a, 0x80]);
const email: EmailMessage = {
  messageId: "<order-42@shop.example>",
  from: "شبكة التجربة <noreply@shop.example>",
  to: "amal@demo.example",
  subject: "تأكيد طلبك رقم 42: تذكرة ليوم واحد، شكرًا لك على شرائك",
  text: "شكرًا لك.\n.\nتذكرتك مرفقة.",
  html: "<p dir=rtl>شكرًا لك.</p>",
  attachments: [{ filename: "فاتورة-42.pdf", contentType: "application/pdf", content: pdf }],
};

test("an e-mail in Arabic with an attachment arrives unchanged", async () => {
  await mailer.send(email);
  const [message] = await messagesTo("amal@demo.example");
  expect(message).toMatchObject({
    messageId: email.messageId,
    from: "noreply@shop.example",
    to: email.to,
    subject: email.subject,
    attachments: [{ filename: "فاتورة-42.pdf", contentType: "application/pdf", size: pdf.length }],
  });
  expect(message.text.replaceAll("\r\n", "\n").trim()).toBe(email.text);
  expect(message.html.trim()).toBe(email.html);
  expect(message.headers).toContainEqual({ name: "auto-submitted", value: "auto-generated" });
  const download = await fetch(`${sandbox.url}${message.attachments[0].link}`);
  expect(Buffer.from(await download.arrayBuffer())).toEqual(pdf);
});

test("an e-mail sent again counts once in the mailbox", async () => {
  const again = { ...email, to: "twice@demo.example", messageId: "<order-43@shop.example>" };
  await Promise.all([mailer.send(again), mailer.send(again), mailer.send(again)]);
  expect(await messagesTo("twice@demo.example")).toHaveLength(1);
});

test("sending fails when the mail server is unreachable", async () => {
  const nobody = smtpMailer("smtp://127.0.0.1:9");
  await expect(nobody.send(email)).rejects.toThrow();
  await nobody.close();
});

async function messagesTo(address: string) {
  return (await (await fetch(`${sandbox.url}/mailbox/messages?to=${address}`)).json()).items;
}
