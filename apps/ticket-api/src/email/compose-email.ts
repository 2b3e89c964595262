import { type Language, locales } from "@guichet/contract/locales.ts";
import { htmlEscape as quoted } from "escape-goat";
import { textsIn } from "../locales/texts.ts";
import { textColourOn } from "../network-registry/text-colour.ts";
import { isolatingTexts } from "./email-context.ts";
import type { Block, EmailContents } from "./email-template.ts";

export interface ComposedEmail {
  subject: string;
  html: string;
  text: string;
}

export interface Sender {
  network: string;
  contact: string;
  /** The network's colour, `#rrggbb`. */
  accent: string;
  /** The logo embedded in the e-mail; sizes in pixels of CSS. */
  logo?: { cid: string; width: number; height: number } | undefined;
}

/** Composes an e-mail as HTML and text: one column, 16 px, a button of 48 px, colours for light and dark, the bare address below. */
export function composeEmail(contents: EmailContents, language: Language, sender: Sender): ComposedEmail {
  const { network, contact } = sender;
  const footer = isolatingTexts(language)("email.footer", { network, contact });
  return {
    subject: contents.subject,
    html: setHtml(contents, language, sender, footer),
    text: setText(contents, language, footer),
  };
}

function setText(contents: EmailContents, language: Language, footer: string): string {
  const t = textsIn(language);
  const labelled = (label: string, value: string) => t("pdf.labelled", { label, value });
  const parts = [
    contents.title,
    ...contents.blocks.map((block) => textBlock(block, labelled)),
    ...(contents.button === undefined ? [] : [`${contents.button.label}\n${contents.button.link}`]),
    ...(contents.after ?? []),
    `--\n${footer}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Vertical padding of a frame. */
const boxLine = "-".repeat(40);

function textBlock(block: Block, labelled: (label: string, value: string) => string): string {
  if (typeof block === "string") return block;
  if ("box" in block) return `${boxLine}\n${block.box}\n${boxLine}`;
  if ("list" in block)
    return block.list.map(({ text, link }) => (link === null ? `- ${text}` : `- ${text}\n  ${link}`)).join("\n");
  const rows = [...block.rows, ...(block.total === undefined ? [] : [block.total])];
  return rows.map(([what, figure]) => labelled(what, figure)).join("\n");
}

function setHtml(contents: EmailContents, language: Language, sender: Sender, footer: string): string {
  const { isoCode, dir } = locales[language];
  const ink = textColourOn(sender.accent);
  const button =
    contents.button === undefined
      ? ""
      : `<p style="margin:24px 0"><a href="${quoted(contents.button.link)}" style="display:inline-block;min-height:48px;line-height:48px;padding:0 24px;border-radius:8px;background:${sender.accent};color:${ink};font-weight:600;text-decoration:none">${quoted(contents.button.label)}</a></p>
<p class="quiet">${quoted(textsIn(language)("email.plain-link"))}<br><a href="${quoted(contents.button.link)}" dir="ltr" style="word-break:break-all">${quoted(contents.button.link)}</a></p>`;
  return `<!doctype html>
<html lang="${isoCode}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${quoted(contents.subject)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 0; background: #f4f4f1; color: #1b1f1e; }
.sheet { background: #ffffff; }
.quiet, .quiet a { color: #55605d; font-size: 14px; }
td, p, li { font-size: 16px; line-height: 1.5; }
.row td { border-bottom: 1px solid #d9dedb; padding: 8px 0; }
@media (prefers-color-scheme: dark) {
  body { background: #111514 !important; color: #eef1ef !important; }
  .sheet { background: #1b201f !important; }
  .quiet, .quiet a { color: #b4bfbb !important; }
  .row td { border-bottom-color: #3a4340 !important; }
}
</style>
</head>
<body>
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${quoted(contents.preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;border-radius:12px;border-top:6px solid ${sender.accent}"><tr><td style="padding:24px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Naskh Arabic',Arial,sans-serif;font-size:16px;line-height:1.5;text-align:start">
${letterhead(sender)}
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.3">${quoted(contents.title)}</h1>
${contents.blocks.map(htmlBlock).join("\n")}
${button}
${(contents.after ?? []).map((line) => `<p class="quiet">${quoted(line)}</p>`).join("\n")}
<p class="quiet" style="margin-top:32px">${quoted(footer)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The network's logo and name; the logo is decoration, since the name follows. */
function letterhead({ network, logo }: Sender): string {
  const name = quoted(network);
  if (logo === undefined) return `<p style="margin:0 0 16px;font-weight:600">${name}</p>`;
  const { cid, width, height } = logo;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td style="padding-inline-end:12px"><img src="cid:${cid}" width="${width}" height="${height}" alt="" style="display:block"></td><td style="font-weight:600">${name}</td></tr></table>`;
}

function htmlBlock(block: Block): string {
  if (typeof block === "string") return `<p>${quoted(block)}</p>`;
  if ("box" in block)
    return `<p style="margin:16px 0;padding:16px;border:2px solid currentColor;border-radius:8px;font-weight:600">${quoted(block.box)}</p>`;
  if ("list" in block) return `<ul>${block.list.map(htmlItem).join("")}</ul>`;
  const rows = block.rows.map(([what, figure]) => htmlRow(what, figure, "400"));
  const total = block.total === undefined ? "" : htmlRow(block.total[0], block.total[1], "600");
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${rows.join("")}${total}</table>`;
}

const htmlItem = ({ text, link }: { text: string; link: string | null }): string =>
  link === null ? `<li>${quoted(text)}</li>` : `<li><a href="${quoted(link)}">${quoted(text)}</a></li>`;

const htmlRow = (what: string, figure: string, weight: string): string =>
  `<tr class="row"><td style="font-weight:${weight}">${quoted(what)}</td><td style="font-weight:${weight};text-align:end;white-space:nowrap">${quoted(figure)}</td></tr>`;
