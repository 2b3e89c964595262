import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Envelope and header data of a message. */
export interface StoredMessage {
  id: string;
  at: string;
  sender: string;
  recipients: string[];
  messageId: string;
}

export interface Messages {
  /** Newest first; with an address, only those sent to it, ignoring case. */
  list(to?: string): StoredMessage[];
  find(id: string): StoredMessage | undefined;
  raw(id: string): Promise<Buffer>;
  /** Stores a message. Returns false if its Message-ID already exists. */
  keep(message: { at: string; sender: string; recipients: string[]; raw: Buffer }): Promise<boolean>;
  count(): number;
}

const headerBytes = 64 * 1024;
const envelopeEnd = "\r\n";

/** Opens the message folder: one file per message, with its envelope as a first line of JSON. */
export async function openMessages(folder: string, most: number, newId: () => string): Promise<Messages> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept: StoredMessage[] = [];
  const byMessageId = new Map<string, Promise<StoredMessage>>();
  for (const name of (await readdir(folder)).sort()) {
    if (name.endsWith(".new")) await rm(join(folder, name), { force: true });
    if (!name.endsWith(".eml")) continue;
    const message = await readEnvelope(join(folder, name));
    if (message === undefined) continue;
    kept.push(message);
    byMessageId.set(message.messageId, Promise.resolve(message));
  }

  async function write(message: StoredMessage, raw: Buffer): Promise<StoredMessage> {
    const path = join(folder, `${message.id}.eml`);
    const file = await open(`${path}.new`, "w", 0o600);
    try {
      await file.writeFile(Buffer.concat([Buffer.from(JSON.stringify(message) + envelopeEnd), raw]));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    kept.push(message);
    return message;
  }

  async function dropOldest(): Promise<void> {
    while (kept.length > most) {
      const oldest = kept.shift();
      if (oldest === undefined) return;
      byMessageId.delete(oldest.messageId);
      await rm(join(folder, `${oldest.id}.eml`), { force: true });
    }
  }

  return {
    list(to) {
      const wanted = to?.trim().toLowerCase();
      return kept
        .filter((message) => wanted === undefined || message.recipients.some((each) => each.toLowerCase() === wanted))
        .reverse();
    },
    find: (id) => kept.find((message) => message.id === id),
    raw: async (id) => {
      const bytes = await readFile(join(folder, `${id}.eml`));
      return bytes.subarray(bytes.indexOf(envelopeEnd) + envelopeEnd.length);
    },
    async keep({ at, sender, recipients, raw }) {
      const messageId = messageIdOf(raw) ?? `<${newId()}@without-message-id>`;
      const pending = byMessageId.get(messageId);
      if (pending !== undefined) {
        await pending;
        return false;
      }
      // Names sort by arrival, so that the order survives a restart.
      const id = `${at.replace(/\D/g, "")}-${newId()}`;
      const writing = write({ id, at, sender, recipients, messageId }, raw);
      byMessageId.set(messageId, writing);
      writing.catch(() => byMessageId.delete(messageId));
      await writing;
      await dropOldest();
      return true;
    },
    count: () => kept.length,
  };
}

async function readEnvelope(path: string): Promise<StoredMessage | undefined> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(buffer, 0, headerBytes, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(envelopeEnd);
    return end === -1 ? undefined : JSON.parse(buffer.subarray(0, end).toString());
  } finally {
    await file.close();
  }
}

/** Value of the Message-ID header (RFC 5322 §3.6.4), unfolded. */
function messageIdOf(raw: Buffer): string | undefined {
  const head =
    raw
      .subarray(0, headerBytes)
      .toString("latin1")
      .split(/\r?\n\r?\n/, 1)[0] ?? "";
  return /^message-id:\s*(?:\r?\n[ \t]+)?(<[^>\r\n]+>)/im.exec(head)?.[1];
}
