import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { qualificationMagic } from "@guichet/contract/integrations/sandbox-qualification.ts";
import { textIn } from "@guichet/contract/locales.ts";
import { groupedIban } from "@guichet/rules/persons/ibans.ts";
import { cardStateAt, formatCardNumber, shownCardState } from "@guichet/rules/transport-cards.ts";
import type { FastifyInstance } from "fastify";
import type { Dependencies } from "../dependencies.ts";
import { shopLink } from "../network-registry/shop-address.ts";
import { toolkitKey } from "../network-registry/toolkit-key.ts";
import { testIdentities } from "./identities.ts";
import { demoPassword, demoPeople } from "./people.ts";
import { demoStaff } from "./staff.ts";
import { listCards, listClients, listVouchers } from "./store.ts";

/** Payment cards of the sandbox's provider, and what each does. */
const paymentCards = [
  { number: "4970 1000 0000 0014", does: "accepted" },
  { number: "4970 1000 0000 0022", does: "refused" },
  { number: "4970 1000 0000 0030", does: "asks for strong authentication" },
  { number: "4970 1000 0000 0048", does: "accepted, notified 5 s late and twice" },
  { number: "4970 1000 0000 0055", does: "accepted, expires next month whatever is typed" },
];

/** Bank accounts of the sandbox's bank, and what happens to a debit from each. */
const bankAccounts = [
  { iban: groupedIban(testIbans.good), does: "debited, as every valid IBAN that does not stand here" },
  { iban: groupedIban(testIbans.closed), does: "closed: rejected as soon as it is handed in" },
  { iban: groupedIban(testIbans["no-money"]), does: "comes back two days after it was booked" },
  { iban: groupedIban(testIbans["claimed-back"]), does: "claimed back 21 days after it was booked" },
];

/** `GET /demo`: everything that a tester of the demo needs, as JSON. Only in the demo. */
export function registerDemoList(server: FastifyInstance, deps: Dependencies): void {
  server.get("/demo", async () => {
    const { config } = deps;
    const networks = [];
    for (const id of await deps.networks.ids()) {
      const network = await deps.networks.get(id);
      if (network === undefined) continue;
      const { name, domains, languages } = network.definition;
      const shop = shopLink(config.shopUrl, network.definition, network.language, "/");
      const articles = [...network.articles.values()].map((article) => ({
        id: article.id,
        name: textIn(article.name, network.language),
      }));
      networks.push({ id, name, shop, domains, languages, key: toolkitKey(network.definition), articles });
    }
    return {
      now: deps.clock.iso(),
      addresses: { api: config.publicUrl, shop: config.shopUrl, office: config.officeUrl, sandbox: config.sandboxUrl },
      networks,
      clients: await listClients(deps.db),
      people: demoPeople.map(({ email, verified, firstName, lastName, children }) => ({
        email,
        password: demoPassword,
        verified,
        complete: firstName !== "" && lastName !== "",
        travellers: 1 + children.length,
      })),
      vouchers: await listVouchers(deps.db),
      paymentCards,
      bankAccounts,
      cards: (await listCards(deps.db)).map((card) => ({
        ...card,
        number: formatCardNumber(card.number),
        state: shownCardState(cardStateAt(card, deps.clock.iso())),
      })),
      qualification: qualificationMagic,
      staff: demoStaff.map(({ email, name, role }) => ({ email, password: demoPassword, name, role })),
      testIdentities: await testIdentities(deps),
      maintenance: maintenanceExamples(config.sandboxUrl),
    };
  });
}

/** Examples of alerts for the sandbox's beacon, among them one that closes a shop. */
function maintenanceExamples(sandboxUrl: string) {
  const level = "WARNING";
  const message = { fr: "**Ligne 4** déviée", en: "**Line 4** is diverted" };
  return {
    beacon: `${sandboxUrl}/beacon`,
    alerts: `${sandboxUrl}/beacon/alerts`,
    behaviour: `${sandboxUrl}/beacon/behaviour`,
    alert: { level, message, channel: "global", flags: [], displayAfter: null, displayBefore: null },
    warnsOrdering: { level, message, flags: ["ORDER"] },
    closesOrdering: { level: "CRITICAL", message, flags: ["ORDER"] },
    closesShop: { level: "CRITICAL", message, maintenance: true, estimatedEnd: null },
  };
}
