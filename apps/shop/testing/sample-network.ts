import type { Network } from "@guichet/contract/networks.ts";

/** For tests: a network as returned by the Ticket API. */
export const sampleNetwork: Network = {
  id: "demo",
  name: "Rivage",
  logo: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M3 10c4.3-5 8.7-5 13 0s8.7 5 13 0" fill="none" stroke="#0b5a68" stroke-width="3"/></svg>')}`,
  currency: "EUR",
  languages: ["fr", "en", "ar"],
  domains: ["localhost:3000"],
  timeZone: "Europe/Paris",
  accent: "#0b5a68",
  defaultProvider: null,
  switches: {
    guestOrders: true,
    mediaSignin: true,
    mediaTunnel: true,
    mediaTunnelPairing: true,
    subscriptions: true,
    profiling: true,
    transferPayments: true,
    multipleInstallments: true,
    fareAdviser: false,
  },
  specific: { hideBirthDate: false },
  guestMaxAmount: { amount: 15_000, currency: "EUR" },
  banner: "**Ligne 4 déviée** jusqu’au 27 novembre. <script>alert(1)</script>",
  dataProtection: null,
  contact: { email: "aide@demo.example", phone: null, hours: null },
  seller: { legalName: "Rivage Mobilités", address: "1 quai", siret: "1", vatNumber: "FR1" },
  accessibility: { state: "partly", auditedOn: "2026-05-04", auditor: "Audit SA", contact: "acces@demo.example" },
  addressSearch: false,
  version: "1",
};
