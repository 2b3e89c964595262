import { languages, locales } from "@guichet/contract/locales.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shopLink } from "../network-registry/shop-address.ts";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testPack } from "../testing/test-pack.ts";
import type { EmailTemplate } from "./email-contents.ts";
import { findEmail } from "./email-store.ts";
import { queueEmail } from "./queue-email.ts";
import { renderEmail } from "./render-email.ts";
import { at, carrier, samples as givenSamples, officeInvitation, subscribed } from "./sample-emails.ts";

/** The samples with words that look like tags, which HTML must escape. */
const samples = JSON.parse(JSON.stringify(givenSamples), (_, value: unknown) =>
  typeof value === "string" ? value.replace(/\b(10|jeune|Gare|Port|Silva)\b(?![-:.])/gu, "<$1>") : value,
) as typeof givenSamples;

let people: PeopleApi;
beforeAll(async () => {
  people = await openPeopleApi();
});
afterAll(() => people.close());

const network = { definition: testPack().network };

const everyEmail = languages.flatMap((language) =>
  (Object.keys(samples) as EmailTemplate[]).map((template) => [language, template] as const),
);

// covers: e-mails in five languages
test.each(everyEmail)("in %s the e-mail %s is complete as HTML and as text", (language, template) => {
  const message = renderEmail(template, samples[template], language, network, "http://localhost:3000");
  expect(message.subject.replaceAll("\u00a0", " ")).toContain("Network north");
  expect(message.html).toContain(`<html lang="${locales[language].isoCode}" dir="${locales[language].dir}">`);
  expect(`${message.subject}${message.html}${message.text}`).not.toMatch(/undefined|\bnull\b|NaN|\[object/);
  expect(message.html).not.toContain("<10>");
  const preheader = /opacity:0">([^<]*)<\/div>/.exec(message.html)?.[1] ?? "";
  expect(preheader.length).toBeGreaterThan(10);
  expect(preheader.length).toBeLessThan(90);
  for (const link of message.text.match(/https?:\/\/\S+/g) ?? []) {
    if (link === carrier || link === officeInvitation) {
      expect(message.html).toContain(`href="${link}"`);
      continue;
    }
    expect(link).toMatch(new RegExp(`^http://north.test:3000/${language}/`));
    expect(message.html.split(link.replaceAll("&", "&amp;")).length - 1).toBe(3);
  }
});

test("in Arabic, numbers and names have their own direction; in French no direction mark is in a subject", () => {
  const said = (language: "ar" | "fr") =>
    renderEmail("order-confirmation", samples["order-confirmation"], language, network, "http://localhost:3000")
      .subject;
  expect(said("ar")).toContain("\u20682026-004512\u2069");
  expect(said("fr")).not.toMatch(/[\u2066-\u2069]/);
});

// covers §1: the last day and the remaining time of a ticket, the same everywhere
test.each([
  ["fr", "au 21 décembre 2026 inclus", "avant le 22 mai 2027 (", "Carnet <10> : "],
  ["en", "until the end of 21 December 2026", "before 22 May 2027 (", "Carnet <10>: "],
  ["es", "hasta el 21 de diciembre de 2026 inclusive", "antes del 22 de mayo de 2027 (", "Carnet <10>: "],
  ["it", "– 21 dicembre 2026 compreso", "prima della data 22 maggio 2027 (", "Carnet <10>: "],
  ["ar", "إلى نهاية يوم 21 ديسمبر 2026", "قبل 22 مايو 2027 (", "Carnet <10>: "],
] as const)(
  "in %s a validity that ends at midnight includes the day before, a deadline at midnight names its day, and a row has its colon",
  (language, end, limit, row) => {
    const [carnet, day] = samples["order-confirmation"].tickets;
    const tickets = [
      { ...carnet, onCard: false, useBefore: "2027-05-21T22:00:00Z" },
      { ...day, validUntil: "2026-12-21T23:00:00Z" },
    ] as (typeof samples)["order-confirmation"]["tickets"];
    const values = { ...samples["order-confirmation"], tickets };
    const { text } = renderEmail("order-confirmation", values, language, network, "http://localhost:3000");
    const plain = text.replaceAll(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");
    for (const said of [end, limit, row]) expect(plain).toContain(said);
  },
);

/** E-mails that only somebody with an account gets: about a sign-in, a card, documents, a mandate or a subscription. */
const accountOnly = new Set<EmailTemplate>([
  "verify-email",
  "reset-password",
  "password-changed",
  "email-changed",
  "identity-linked",
  "identity-unlinked",
  "new-sign-in",
  "traveller-sign-in",
  "welcome",
  "card-blocked",
  "card-lifted",
  "card-made",
  "documents-received",
  "documents-accepted",
  "documents-refused",
  "documents-to-complete",
  "document-expiring",
  "person-changed",
  "person-corrected",
  "mandate-signed",
  "debit-notice",
  "debit-retry",
  "debit-returned",
  "not-collected",
  "subscription-renewal",
  "subscription-not-renewed",
  "subscription-blocked",
  "subscription-ended",
  "subscription-taken-back",
  "subscription-card-expiring",
  "subscription-mandate",
  "termination-confirm",
  "termination-ended",
]);
const guestsGet = (Object.keys(samples) as EmailTemplate[]).filter((template) => !accountOnly.has(template));
const path = "/account/invoices?order=0&until=2027&link=signed";

// covers: no e-mail to a guest has a link that needs an account
test.each(guestsGet)("to a guest, no link of the e-mail %s needs an account", (template) => {
  const values = {
    ...samples[template],
    guest: true,
    guestLink: { path, until: at },
  } as (typeof samples)[EmailTemplate];
  const { text } = renderEmail(template as never, values as never, "fr", network, "http://localhost:3000");
  for (const url of text.match(/http:\/\/north\S+/g) ?? []) {
    const { pathname, searchParams } = new URL(url);
    const isOpen = /^\/fr\/(?:products|terminate)(?:\/|$)/.test(pathname) || pathname.startsWith("/fr/Wallet/");
    const isSigned = searchParams.has("link") || searchParams.has("code");
    expect(isOpen || isSigned, url).toBe(true);
    if (searchParams.has("link")) expect(text).toContain("Ce lien vers votre commande est valable jusqu’au");
  }
});

test("the heading of each e-mail differs between languages", () => {
  for (const template of Object.keys(samples) as EmailTemplate[]) {
    const titles = languages.map((language) => {
      const { html } = renderEmail(template, samples[template], language, network, "http://localhost:3000");
      return /<h1[^>]*>([^<]*)/.exec(html)?.[1];
    });
    expect(new Set(titles).size).toBe(languages.length);
  }
});

test.each([
  ["http://localhost:3000", "http://north.test:3000/fr/account"],
  ["https://shop.example", "https://north.test/fr/account"],
])("with the shop at %s the network's link is %s", (shopUrl, link) => {
  expect(shopLink(shopUrl, network.definition, "fr", "/account")).toBe(link);
});

test("one cause gives one e-mail, however often it is queued and sent", async () => {
  const { deps } = people.api;
  const mail = {
    networkId: "north",
    accountId: null,
    to: "cause@example.org",
    template: "welcome",
    language: "es",
    values: { firstName: "Ana" },
    cause: "welcome-1",
  } as const;
  for (let times = 0; times < 3; times += 1) {
    await deps.db.transaction().execute((tx) => queueEmail(tx, deps, mail));
  }
  const emails = await people.emails("cause@example.org");
  expect(emails).toHaveLength(1);
  expect(emails[0]).toMatchObject({
    messageId: "<welcome-1@north.guichet>",
    subject: "Le damos la bienvenida a Network north",
  });
  expect((await findEmail(deps.db, "<welcome-1@north.guichet>"))?.sentAt).not.toBeNull();
});

test("an e-mail queued in a rolled back transaction is never sent", async () => {
  const { deps } = people.api;
  const broken = deps.db.transaction().execute(async (tx) => {
    const values = { firstName: "Ana" };
    const mail = {
      networkId: "north",
      accountId: null,
      to: "back@example.org",
      template: "welcome",
      language: "fr",
      values,
      cause: "b",
    };
    await queueEmail(tx, deps, mail as Parameters<typeof queueEmail>[2]);
    throw new Error("taken back");
  });
  await expect(broken).rejects.toThrow("taken back");
  expect(await people.emails("back@example.org")).toHaveLength(0);
});

test("a code is deleted once its e-mail is sent", async () => {
  const { token } = await people.customer("forget@example.org");
  await people.api.call("sendVerificationEmail", {}, { token });
  const [message] = await people.emails("forget@example.org");
  expect((await findEmail(people.api.deps.db, message?.messageId ?? ""))?.contents).toEqual({});
});

// covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
test.each(languages)(
  "in %s the renewal notice frames the deadline and, if it is late, the right to terminate",
  (language) => {
    const said = (until: string | null, late: boolean) => {
      const values = { ...samples["subscription-renewal"], until, late };
      return renderEmail("subscription-renewal", values, language, network, "http://localhost:3000").text;
    };
    const day = /30\b.*2027/;
    const [inTime, late, tooLate] = [said("2027-08-30", false), said("2027-08-30", true), said(null, true)];
    expect(inTime).toMatch(day);
    expect(inTime).not.toMatch(/\b30 (jours|days|giorni|días|يومًا)/);
    expect(late).toMatch(day);
    expect(late).toMatch(/30 (jours|days|giorni|días|يومًا)/);
    expect(tooLate).not.toMatch(day);
    expect(tooLate).toMatch(/30 (jours|days|giorni|días|يومًا)/);
  },
);

// covers §4: subscription: active, cancelled, terminated, blocked
test.each(languages)("in %s ending a suspended subscription states whether an amount is still owed", (language) => {
  const said = (due: string | null) => {
    const values = { ...subscribed, effect: "AT_ONCE" as const, refund: null, due };
    return renderEmail("subscription-ended", values, language, network, "http://localhost:3000").text;
  };
  const notAsked =
    /n’est plus demandé|no longer have to pay|non viene più richiesto|Ya no tiene que pagar|لم يعد المبلغ المستحق مطلوبًا/;
  expect(said(null)).toMatch(notAsked);
  expect(said("2027-000017")).toContain("2027-000017");
  expect(said("2027-000017")).not.toMatch(notAsked);
});
