import { type Language, textIn } from "@guichet/contract/locales.ts";
import type { TicketState } from "@guichet/contract/wallet.ts";
import { ticketStateAt } from "@guichet/rules/punching.ts";
import { type Translate, textsIn } from "../locales/texts.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { textColourOn } from "../network-registry/text-colour.ts";
import type { PassContent, PassField, Worded } from "../pass-files/pass-content.ts";
import { journeyText, namesOf } from "../pdf/journey-text.ts";
import { endInWords, limitInWords, momentInWords } from "../pdf/words.ts";
import type { WalletTicket } from "../wallet/ticket-store.ts";
import { passImages } from "./pass-images.ts";

const states: Record<TicketState, PassContent["state"]> = {
  pending: "usable",
  active: "usable",
  blocked: "suspended",
  "used-up": "used-up",
  expired: "over",
  cancelled: "over",
  transferred: "over",
  moved: "over",
};

/** What the pass of a ticket shows at `now`, in every language of the network. */
export async function passContentOf(
  network: LoadedNetwork,
  ticket: WalletTicket,
  language: Language,
  now: string,
): Promise<PassContent> {
  const { languages, name, accent } = network.definition;
  const inEach = (word: (t: Translate, language: Language) => string): Worded =>
    Object.fromEntries(languages.map((each) => [each, word(textsIn(each), each)]));
  const product = inEach((_, each) => textIn(ticket.article.name, each, languages));
  const ticketState = ticketStateAt(ticket, now);
  // An erased ticket keeps its state, but has no code.
  const state = ticket.code === null && states[ticketState] === "usable" ? "over" : states[ticketState];
  return {
    ...{ id: ticket.id, networkId: network.id, organization: name, language, languages, product, state },
    description: inEach((t, each) => t("wallet-pass.description", { network: name, product: product[each] ?? "" })),
    fields: fieldsOf(network, ticket, ticketState, inEach),
    barcode: state === "usable" && ticket.code !== null ? { text: ticket.code, number: ticket.serial } : null,
    validFrom: ticket.validFrom,
    validUntil: ticket.validUntil ?? ticket.useBefore,
    colours: { background: accent, text: textColourOn(accent) },
    images: await passImages(network),
  };
}

function fieldsOf(
  network: LoadedNetwork,
  ticket: WalletTicket,
  state: TicketState,
  inEach: (word: (t: Translate, language: Language) => string) => Worded,
): PassField[] {
  const { traveller, journey, serial } = ticket;
  const same = (value: string) => inEach(() => value);
  const name = traveller === null ? "" : `${traveller.firstName} ${traveller.lastName}`.trim();
  const field = (id: PassField["id"], label: (t: Translate) => string, value: Worded): PassField => ({
    ...{ id, value },
    label: inEach(label),
  });
  return [
    ...(states[state] === "usable"
      ? []
      : [
          field(
            "state",
            (t) => t("wallet-pass.state"),
            inEach((t) => stateInWords(t, state)),
          ),
        ]),
    ...(name === "" ? [] : [field("traveller", (t) => t("ticket-pdf.traveller"), same(name))]),
    ...validityFields(ticket, network.definition.timeZone, inEach, field),
    ...(journey === null ? [] : [field("journey", (t) => t("pdf.journey"), same(journeyText(namesOf(journey))))]),
    field("number", (t) => t("wallet-pass.number"), same(serial)),
  ];
}

function validityFields(
  { validFrom, validUntil, useBefore }: WalletTicket,
  timeZone: string,
  inEach: (word: (t: Translate, language: Language) => string) => Worded,
  field: (id: string, label: (t: Translate) => string, value: Worded) => PassField,
): PassField[] {
  if (validFrom === null) {
    const value = inEach((t, language) =>
      useBefore === null
        ? t("wallet-pass.first-use.any")
        : t("wallet-pass.first-use.before", { day: limitInWords(useBefore, language, timeZone) }),
    );
    return [field("first-use", (t) => t("wallet-pass.first-use"), value)];
  }
  const from = inEach((_, language) => momentInWords(validFrom, language, timeZone));
  const fields = [field("from", (t) => t("wallet-pass.from"), from)];
  if (validUntil === null) return fields;
  const until = inEach((t, language) =>
    endInWords(validUntil, language, timeZone, (day) => t("pdf.included", { day })),
  );
  return [...fields, field("until", (t) => t("wallet-pass.until"), until)];
}

function stateInWords(t: Translate, state: TicketState): string {
  if (state === "blocked" || state === "cancelled" || state === "transferred" || state === "used-up")
    return t(`wallet-pass.state.${state}`);
  return t(state === "moved" ? "wallet-pass.state.moved" : "wallet-pass.state.expired");
}
