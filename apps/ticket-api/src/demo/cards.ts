import { addMonths, dayIn } from "@guichet/rules/dates/days.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { cardMachine } from "@guichet/rules/transport-cards.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { newCardNumber } from "../transport-card-records/card-number.ts";
import { insertCard, linkCard } from "../transport-card-records/transport-card-store.ts";
import { birthDates } from "./people.ts";
import { findTravellers } from "./store.ts";

interface DemoCard {
  firstName: string;
  lastName: string;
  /** The age of a person without a traveller in the demo; others have the birth date of their traveller. */
  age: number;
  incident?: "lost";
  /** Months from the day on which the demo is created. */
  expiresInMonths: number;
  /** Already linked to the holder's account. */
  isLinked?: boolean;
}

const holder = "holder@demo.example";

/** The demo's cards: the holder's own, one for each child, and one for each possible fault of a card. */
const demoCards: readonly DemoCard[] = [
  { firstName: "Camille", lastName: "Morvan", age: 38, expiresInMonths: 72, isLinked: true },
  { firstName: "Lou", lastName: "Morvan", age: 8, expiresInMonths: 60 },
  { firstName: "Noé", lastName: "Morvan", age: 13, expiresInMonths: 60 },
  { firstName: "Inès", lastName: "Caradec", age: 45, expiresInMonths: 48 },
  { firstName: "Malo", lastName: "Tanguy", age: 52, expiresInMonths: -2 },
  { firstName: "Nadia", lastName: "Belkacem", age: 29, incident: "lost", expiresInMonths: 36 },
];

/** Creates the demo's cards in every network; existing ones are left as they are. */
export async function makeDemoCards(deps: Dependencies): Promise<void> {
  for (const id of await deps.networks.ids()) {
    const network = await deps.networks.get(id);
    if (network === undefined) continue;
    for (const [index, card] of demoCards.entries()) await makeCard(deps, network, card, index + 1);
  }
}

async function makeCard(deps: Dependencies, network: LoadedNetwork, card: DemoCard, index: number): Promise<void> {
  const { firstName, lastName, incident, isLinked = false } = card;
  const at = deps.clock.iso();
  const id = deps.ids.uuid();
  const known = await findTravellers(deps.db, network.id, holder);
  const traveller = known.find((person) => person.firstName === firstName && person.lastName === lastName);
  const expires = addMonths(dayIn(at, network.definition.timeZone), card.expiresInMonths);
  await deps.db.transaction().execute(async (tx) => {
    const isInserted = await insertCard(
      tx,
      {
        id,
        networkId: network.id,
        number: demoCardNumber(network.id, index),
        firstName,
        lastName,
        birthDate: traveller?.birthDate ?? birthDates(network, at)(card.age),
        status: born(cardMachine, incident === undefined ? "issue" : "registerBlocked"),
        incident: incident ?? null,
        expiresAt: `${expires}T00:00:00.000Z`,
      },
      at,
    );
    if (!isInserted || !isLinked || traveller === undefined) return;
    const { accountId } = traveller;
    await linkCard(tx, { id, networkId: network.id, accountId, travellerId: traveller.id, at });
  });
}

/** The numbers of the demo's cards in a network. */
export const demoCardNumbers = (networkId: string): string[] =>
  demoCards.map((_, index) => demoCardNumber(networkId, index + 1));

/** A stable card number for a network and an index. */
export const demoCardNumber = (networkId: string, index: number): string =>
  newCardNumber(networkId, `0001${String(index).padStart(3, "0")}`);
