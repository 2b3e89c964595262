import { createHash } from "node:crypto";
import { locales } from "@guichet/contract/languages.ts";
import type { Ticket } from "@guichet/contract/wallet.ts";
import { allWords } from "@guichet/web/catalogues.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { htmlEscape as html } from "escape-goat";
import type { RequestContext } from "../request-context/request-context.ts";
import { translateWith } from "../texts/texts.tsx";
import { barcodeOf } from "./barcode.server.ts";
import { offlineStyle } from "./offline-style.ts";
import { journeyWords, leftOf, stateWords, validityWords } from "./ticket-words.ts";

/** Maximum number of tickets on the page, so that it opens on an old phone. */
const ticketsMax = 40;

/**
 * Renders the signed-in user's usable tickets as one self-contained page, which the wallet's service worker stores and
 * shows offline. It has no script, and no personal data other than what is on the tickets.
 */
export async function offlineWallet(ctx: RequestContext): Promise<Response> {
  if (!ctx.session.open) return new Response(null, { status: 401 });
  const found = await ctx.call("getWallet", { type: "current", unstack: true });
  if (!found.ok) return new Response(null, { status: 503 });
  const { language, network } = ctx;
  const t = translateWith(await allWords(language));
  const formats = formatsFor(language, network.timeZone);
  const now = Date.parse(ctx.now());
  const shown = (ticket: Ticket) => {
    const left = leftOf(t, formats, ticket, now);
    const { traveller } = ticket;
    const name = traveller ? `${traveller.firstName} ${traveller.lastName}`.trim() : t("wallet.bearer");
    const facts = [journeyWords(t, ticket), name, validityWords(t, formats, ticket).replaceAll(/<\/?b>/g, "")];
    const trips = ticket.tripsLeft !== null && left ? left.label : stateWords(t, ticket);
    return `<article><h2>${html(ticket.name)}</h2><p><b>${html(trips)}</b></p>${lines(facts)}${drawing(ticket)}<p class="serial" dir="ltr">${html(ticket.serial)}</p></article>`;
  };
  const tickets = found.value.stacks.flatMap((stack) => stack.tickets).slice(0, ticketsMax);
  const title = `${t("wallet.title")} · ${network.name}`;
  const at = formats.instant(ctx.now());
  const body = `<!doctype html><html lang="${language}" dir="${locales[language].dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${html(title)}</title><style>${offlineStyle}</style></head><body><main><h1>${html(t("wallet.title"))}</h1><p role="status"><b>${html(t("wallet.offline.title"))}</b> ${html(t("wallet.offline.text", { instant: at }))}</p>${tickets.length === 0 ? `<p>${html(t("wallet.offline.none"))}</p>` : tickets.map(shown).join("")}<p><a href="">${html(t("wallet.refresh"))}</a></p></main></body></html>`;
  const styleHash = createHash("sha256").update(offlineStyle).digest("base64");
  return new Response(body, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

const lines = (facts: readonly (string | undefined)[]): string =>
  facts.map((fact) => (fact ? `<p><bdi>${html(fact)}</bdi></p>` : "")).join("");

function drawing({ code, name }: Ticket): string {
  if (code === null) return "";
  const { side, path } = barcodeOf(code);
  return `<svg viewBox="0 0 ${side} ${side}" role="img" aria-label="${html(name)}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
