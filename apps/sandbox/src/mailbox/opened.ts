import PostalMime from "postal-mime";
import type { Messages, StoredMessage } from "./messages.ts";

export interface Attachment {
  filename: string;
  contentType: string;
  size: number;
  /** Download path. */
  link: string;
  inline: boolean;
}

/** A parsed message. Addresses have no display name; several are joined by a comma and a space. */
export interface OpenedMessage {
  id: string;
  at: string;
  from: string;
  fromName: string;
  to: string;
  subject: string;
  messageId: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  attachments: Attachment[];
}

export interface Opened {
  message: OpenedMessage;
  contents: Buffer[];
}

const keptOpen = 200;

/** Parses messages on demand and caches the latest ones. */
export function opener(messages: Messages): (kept: StoredMessage) => Promise<Opened> {
  const recent = new Map<string, Promise<Opened>>();
  return (kept) => {
    const standing = recent.get(kept.id);
    if (standing !== undefined) return standing;
    const opening = openMessage(messages, kept);
    recent.set(kept.id, opening);
    opening.catch(() => recent.delete(kept.id));
    if (recent.size > keptOpen) recent.delete(recent.keys().next().value ?? "");
    return opening;
  };
}

async function openMessage(messages: Messages, kept: StoredMessage): Promise<Opened> {
  const parsed = await PostalMime.parse(await messages.raw(kept.id));
  const contents = parsed.attachments.map(({ content }) =>
    typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  );
  const attachments = parsed.attachments.map((attachment, index) => ({
    filename: attachment.filename ?? `attachment-${index + 1}`,
    contentType: attachment.mimeType,
    size: contents[index]?.length ?? 0,
    link: linkOf(kept.id, index),
    inline: attachment.disposition === "inline",
  }));
  const message = {
    id: kept.id,
    at: kept.at,
    from: parsed.from?.address ?? kept.sender,
    fromName: parsed.from?.name ?? "",
    to: kept.recipients.join(", "),
    subject: parsed.subject ?? "",
    messageId: kept.messageId,
    text: parsed.text ?? "",
    html: withPictures(parsed.html ?? "", kept.id, parsed.attachments),
    headers: parsed.headers.map(({ key, value }) => ({ name: key, value })),
    attachments,
  };
  return { message, contents };
}

/** Replaces links to embedded pictures (`cid:`, RFC 2392) by their downloads. */
function withPictures(html: string, id: string, attachments: readonly { contentId?: string | undefined }[]): string {
  return attachments.reduce((shown, { contentId }, index) => {
    const bare = contentId?.replace(/^<|>$/g, "");
    return bare ? shown.replaceAll(`cid:${bare}`, linkOf(id, index)) : shown;
  }, html);
}

function linkOf(id: string, index: number): string {
  return `/mailbox/messages/${id}/attachments/${index}`;
}
