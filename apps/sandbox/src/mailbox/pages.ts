import { type MailboxBehaviourKind, mailboxBehaviourRequest } from "@guichet/contract/integrations/sandbox-mailbox.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Behaviour } from "../behaviour.ts";
import { html, type Markup, sendPage, styleSource, trusted } from "../html.ts";
import { sandboxCss } from "../style.ts";
import type { Messages } from "./messages.ts";
import { type Opened, type OpenedMessage, opener } from "./opened.ts";

const mostListed = 200;
const listQuery = z.object({
  to: z.string().max(320).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(mostListed).default(mostListed).catch(mostListed),
});
const path = z.object({ id: z.string().max(100), index: z.coerce.number().int().min(0).optional() });
const rules = { formAction: "'self'", styleSource: styleSource(sandboxCss), frameSource: "'self'" };
// A message is untrusted markup: no script, no forms, no external resources, links open in a new window.
const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Control routes and pages of the mailbox: list, message, attachments, and faults to come. */
export function mailboxPages(
  app: FastifyInstance,
  messages: Messages,
  behaviour: Behaviour<MailboxBehaviourKind>,
): void {
  const open = opener(messages);

  app.post("/behaviour", async (request, reply) => {
    const ordered = mailboxBehaviourRequest.safeParse(request.body);
    if (!ordered.success) return reply.code(400).send({ error: { code: "request_invalid" } });
    behaviour.set(ordered.data.next, ordered.data.count);
    return { left: behaviour.left() };
  });

  app.get("/messages", async (request, reply) => {
    const { to, limit } = listQuery.parse(request.query);
    const opened = await Promise.all(messages.list(to).slice(0, limit).map(open));
    return reply.header("cache-control", "no-store").send({ items: opened.map(({ message }) => message) });
  });

  app.get("/messages/:id", async (request, reply) => {
    const opened = await find(request);
    return opened === undefined ? notFound(reply) : opened.message;
  });

  app.get("/messages/:id/attachments/:index", async (request, reply) => {
    const opened = await find(request);
    const index = path.parse(request.params).index ?? -1;
    const attachment = opened?.files[index];
    const content = opened?.contents[index];
    if (attachment === undefined || content === undefined) return notFound(reply);
    const shown = attachment.inline && /^image\/(png|jpeg|gif|webp)$/.test(attachment.contentType);
    const name = encodeURIComponent(attachment.filename).replace(
      /['()*]/g,
      (each) => `%${each.charCodeAt(0).toString(16)}`,
    );
    return reply
      .header("content-disposition", `${shown ? "inline" : "attachment"}; filename*=UTF-8''${name}`)
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "sandbox; default-src 'none'")
      .type(attachment.contentType)
      .send(content);
  });

  app.get("/messages/:id/html", async (request, reply) => {
    const opened = await find(request);
    if (opened === undefined) return notFound(reply);
    return reply
      .header("content-security-policy", messagePolicy)
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(`<base target="_blank">${opened.message.html}`);
  });

  app.get("/", async (request, reply) => {
    const { to, limit } = listQuery.parse(request.query);
    const opened = await Promise.all(messages.list(to).slice(0, limit).map(open));
    return sendPage(
      reply,
      listPage(
        opened.map(({ message }) => message),
        to ?? "",
      ),
      rules,
    );
  });

  app.get("/:id", async (request, reply) => {
    const opened = await find(request);
    return opened === undefined ? notFound(reply) : sendPage(reply, messagePage(opened.message), rules);
  });

  async function find(request: FastifyRequest): Promise<Opened | undefined> {
    const kept = messages.find(path.parse(request.params).id);
    return kept && open(kept);
  }
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: { code: "message_unknown", message: "no such message" } });
}

function listPage(messages: readonly OpenedMessage[], to: string): Markup {
  return frame(
    "Mailbox",
    html`<form class="search" role="search"><label for="to">Sent to</label>
<input id="to" name="to" type="email" dir="ltr" value="${to}"><button>Show</button></form>
${
  messages.length === 0
    ? html`<p>No message${to === "" ? " yet" : html` to <bdi>${to}</bdi>`}. What the shop sends arrives here, whatever the address.</p>`
    : html`<ul class="list">${messages.map(
        (message) => html`<li><a href="/mailbox/${message.id}"><bdi>${message.subject || "(no subject)"}</bdi></a>
<span>to <bdi>${message.to}</bdi> · <time datetime="${message.at}">${message.at.slice(0, 16).replace("T", " ")} UTC</time></span></li>`,
      )}</ul>`
}`,
  );
}

function messagePage(message: OpenedMessage): Markup {
  return frame(
    message.subject || "(no subject)",
    html`<dl><dt>From</dt><dd><bdi>${message.fromName}</bdi> <bdi>${message.from}</bdi></dd>
<dt>To</dt><dd><bdi>${message.to}</bdi></dd><dt>Sent</dt><dd>${message.at}</dd>
<dt>Message-ID</dt><dd><bdi>${message.messageId}</bdi></dd></dl>
${
  message.attachments.length > 0
    ? html`<h2>Attachments</h2><ul>${message.attachments.map(
        (each) =>
          html`<li><a href="${each.link}"><bdi>${each.filename}</bdi></a> (<bdi>${each.contentType}</bdi>, ${each.size} bytes)</li>`,
      )}</ul>`
    : undefined
}
${
  message.html === ""
    ? undefined
    : html`<h2>As HTML</h2><iframe title="The message as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/messages/${message.id}/html"></iframe>`
}
<h2>As text</h2><pre dir="auto" tabindex="0">${message.text}</pre>
<p><a href="/mailbox">All messages</a></p>`,
  );
}

function frame(title: string, content: Markup): Markup {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title} · Sandbox mailbox</title>
<style>${trusted(sandboxCss)}</style></head><body><header><a href="/">Sandbox</a></header>
<main><h1><bdi>${title}</bdi></h1>${content}</main></body></html>`;
}
