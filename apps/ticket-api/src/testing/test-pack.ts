import { NetworkPack, type PackArticle } from "@guichet/contract/network-pack.ts";
import type { z } from "zod";

type ArticleInput = Partial<z.input<typeof PackArticle>> & { id: string; price: number };

/** An article of a test network: dematerialised, paid by card, valid an hour from its first use, unless stated otherwise. */
export function testArticle(article: ArticleInput) {
  return {
    category: "tickets",
    name: { fr: article.id, en: article.id, ar: article.id, it: article.id, es: article.id },
    summary: { fr: "Un titre", en: "A ticket", ar: "تذكرة", it: "Un titolo", es: "Un título" },
    supports: ["DEMATERIALIZED"],
    paymentOptions: [{ paymentMethods: ["CARD"] }],
    validity: { from: "first-use", duration: "PT1H" },
    ...article,
  };
}

/** A small complete network pack for tests, with `articles`, `vouchers` and any overrides of `network`. */
export function testPack(
  options: {
    id?: string;
    network?: Record<string, unknown>;
    articles?: unknown[];
    vouchers?: unknown[];
    agencies?: unknown[];
    documentTypes?: unknown[];
    groups?: unknown[];
  } = {},
): NetworkPack {
  const id = options.id ?? "north";
  const terms = { fr: "# Texte", en: "# Text" };
  return NetworkPack.parse({
    network: {
      id,
      name: `Network ${id}`,
      domains: [`${id}.test`],
      languages: ["fr", "en", "ar", "it", "es"],
      accent: "#0b5a68",
      switches: { guestOrders: true, multipleInstallments: true },
      contact: { email: `help@${id}.example` },
      seller: {
        legalName: "Régie d'essai",
        address: "1 rue de la Gare, 80000 Amiens",
        identifiers: { siret: "73282932000074", vat: "FR44732829320" },
      },
      termsUpdatedOn: { "legal-notice": "2026-01-05", "terms-of-use": "2026-02-06", "privacy-policy": "2026-03-07" },
      accessibility: { state: "partly", contact: `help@${id}.example` },
      authentication: {},
      payment: { provider: "stripe" },
      mailFrom: `${id} <tickets@${id}.example>`,
      ...options.network,
    },
    catalogue: {
      categories: [
        { id: "tickets", productTypeIndex: 1, name: { fr: "Titres", en: "Tickets" }, ink: "pass", icon: "ticket" },
      ],
      groups: options.groups ?? [],
      documentTypes: options.documentTypes ?? [],
      articles: options.articles ?? [
        testArticle({ id: "single", price: 150 }),
        testArticle({ id: "carnet", price: 1200, trips: 10 }),
      ],
    },
    agencies: { agencies: options.agencies ?? [] },
    vouchers: { vouchers: options.vouchers ?? [] },
    terms: { "legal-notice": terms, "terms-of-use": terms, "privacy-policy": terms },
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>',
  });
}

/** The sandbox's providers, as a network's pack names them. */
export const testProviders = [
  {
    id: "franceconnect",
    driver: "FRANCECONNECT",
    slug: "franceconnect",
    name: "FranceConnect",
    url: "sandbox:/federation/api/v2",
    client: "guichet",
  },
  {
    id: "realm",
    driver: "KEYCLOAK",
    slug: "realm",
    name: "Compte North",
    url: "sandbox:/realms/demo",
    client: "guichet-shop",
  },
] as const;
