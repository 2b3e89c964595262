import PostalMime from "postal-mime";
import type { Messages, StoredMessage } from "./messages.ts";

export interface Attachment {
  filename: string;
  contentType: string;
  size: number;
  /** Download path. */
  link: string;
  inline: boolean;
  /** A picture shown within the HTML. */
  embedded: boolean;
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
  /** Without embedded pictures, as a mail program lists them. */
  attachments: Attachment[];
}

export interface Opened {
  message: OpenedMessage;
  /** All attachments, each with its content at the same index. */
  files: Attachment[];
  contents: Buffer[];
}

const cachedMax = 200;

/** Parses messages on demand and caches the latest ones. */
export function opener(messages: Messages): (message: StoredMessage) => Promise<Opened> {
  const recent = new Map<string, Promise<Opened>>();
  return (message) => {
    const cached = recent.get(message.id);
    if (cached !== undefined) return cached;
    const opening = openMessage(messages, message);
    recent.set(message.id, opening);
    opening.catch(() => recent.delete(message.id));
    if (recent.size > cachedMax) recent.delete(recent.keys().next().value ?? "");
    return opening;
  };
}

async function openMessage(messages: Messages, message: StoredMessage): Promise<Opened> {
  const parsed = await PostalMime.parse(await messages.raw(message.id));
  const contents = parsed.attachments.map(({ content }) =>
    typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  );
  const files = parsed.attachments.map((attachment, index) => ({
    filename: attachment.filename ?? `attachment-${index + 1}`,
    contentType: attachment.mimeType,
    size: contents[index]?.length ?? 0,
    link: linkOf(message.id, index),
    inline: attachment.disposition === "inline",
    embedded: parsed.html?.includes(`cid:${bareId(attachment)}`) ?? false,
  }));
  const opened = {
    id: message.id,
    at: message.at,
    from: parsed.from?.address ?? message.sender,
    fromName: parsed.from?.name ?? "",
    to: message.recipients.join(", "),
    subject: parsed.subject ?? "",
    messageId: message.messageId,
    text: parsed.text ?? "",
    html: withPictures(parsed.html ?? "", message.id, parsed.attachments),
    headers: parsed.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: files.filter(({ embedded }) => !embedded),
  };
  return { message: opened, files, contents };
}

/** Replaces links to embedded pictures (`cid:`, RFC 2392) by their downloads. */
function withPictures(html: string, id: string, attachments: readonly { contentId?: string | undefined }[]): string {
  return attachments.reduce((shown, attachment, index) => {
    const bare = bareId(attachment);
    return bare ? shown.replaceAll(`cid:${bare}`, linkOf(id, index)) : shown;
  }, html);
}

/** The content id without its brackets; undefined for an attachment without one. */
const bareId = ({ contentId }: { contentId?: string | undefined }): string | undefined =>
  contentId?.replace(/^<|>$/g, "");

function linkOf(id: string, index: number): string {
  return `/mailbox/messages/${id}/attachments/${index}`;
}
