import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";
import { openMessages } from "./messages.ts";
import type { OpenedMessage } from "./opened.ts";

let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

test("a message with the same Message-ID counts once, also when both arrive concurrently", async () => {
  const message = ["Subject: Reçu", "Message-ID:", " <order-1@shop.example>", "", "Bonjour"];
  await Promise.all([deliver("once@demo.example", message), deliver("once@demo.example", message)]);
  await deliver("once@demo.example", message);
  expect(await messagesTo("once@demo.example")).toHaveLength(1);
});

// covers: the sandbox: payment pages, notifications and a mailbox
test("messages are listed newest first, for one address whatever its letter case", async () => {
  await deliver("Ana@demo.example", ["Subject: first", "Message-ID: <1@x>", "", "1"]);
  await deliver("ana@demo.example", ["Subject: second", "Message-ID: <2@x>", "", "2"]);
  await deliver("ben@demo.example", ["Subject: other", "Message-ID: <3@x>", "", "3"]);
  expect((await messagesTo("ANA@demo.example")).map(({ subject }) => subject)).toEqual(["second", "first"]);
});

test("messages without a Message-ID are all kept", async () => {
  await deliver("bare@demo.example", ["Subject: a", "", "a"]);
  await deliver("bare@demo.example", ["Subject: a", "", "a"]);
  expect(await messagesTo("bare@demo.example")).toHaveLength(2);
});

test("messages survive a restart, in the same order", async () => {
  await deliver("stay@demo.example", ["Subject: one", "Message-ID: <s1@x>", "", "1"]);
  await deliver("stay@demo.example", ["Subject: two", "Message-ID: <s2@x>", "", "2"]);
  await sandbox.restart();
  expect((await messagesTo("stay@demo.example")).map(({ subject }) => subject)).toEqual(["two", "one"]);
  await deliver("stay@demo.example", ["Subject: one", "Message-ID: <s1@x>", "", "1"]);
  expect(await messagesTo("stay@demo.example")).toHaveLength(2);
});

test("the oldest messages are deleted when there are too many", async () => {
  const folder = join(sandbox.folder, "bounded");
  const messages = await openMessages(folder, 3, randomUUID);
  for (let index = 0; index < 5; index += 1) {
    const at = new Date(Date.UTC(2027, 0, 1, 0, 0, index)).toISOString();
    await messages.keep({ at, sender: "", recipients: ["a@b"], raw: Buffer.from(`Message-ID: <${index}@x>\r\n\r\n`) });
  }
  expect(messages.list().map(({ messageId }) => messageId)).toEqual(["<4@x>", "<3@x>", "<2@x>"]);
  expect(await readdir(folder)).toHaveLength(3);
});

test("a message is shown without its scripts running, and its markup in the list is text", async () => {
  const lines = [
    "Subject: <b>loud</b>",
    "Message-ID: <h@x>",
    "Content-Type: text/html",
    "",
    "<script>alert(1)</script><p>hi",
  ];
  await deliver("html@demo.example", lines);
  const [message] = await messagesTo("html@demo.example");
  const list = await (await sandbox.call("GET", "/mailbox?to=html@demo.example")).text();
  expect(list).toContain("&lt;b&gt;loud");
  const page = await (await sandbox.call("GET", `/mailbox/${message?.id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const shown = await sandbox.call("GET", `/mailbox/messages/${message?.id}/html`);
  expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox allow-popups .*default-src 'none'/);
});

test("an unknown message or attachment is not found", async () => {
  await deliver("few@demo.example", ["Subject: few", "Message-ID: <f@x>", "", "1"]);
  const [message] = await messagesTo("few@demo.example");
  const paths = ["messages/..%2Fpayment.journal", "nothing", `messages/${message?.id}/attachments/0`];
  const answers = await Promise.all(paths.map((path) => sandbox.call("GET", `/mailbox/${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

async function messagesTo(address: string): Promise<OpenedMessage[]> {
  return (await (await sandbox.call("GET", `/mailbox/messages?to=${address}`)).json()).items;
}

/** Sends a message by SMTP; throws at the first response that is not 2xx or 3xx. */
async function deliver(to: string, message: string[]): Promise<void> {
  const socket = createConnection(sandbox.smtpPort, "127.0.0.1");
  const said = [
    "HELO test",
    "MAIL FROM:<shop@demo.example>",
    `RCPT TO:<${to}>`,
    "DATA",
    [...message, "."].join("\r\n"),
    "QUIT",
  ];
  try {
    for await (const line of createInterface({ input: socket })) {
      if (/^\d{3}-/.test(line)) continue;
      if (!/^[23]/.test(line)) throw new Error(line);
      const next = said.shift();
      if (next === undefined) return;
      socket.write(`${next}\r\n`);
    }
  } finally {
    socket.destroy();
  }
}
