import {
  federationAnswerRequest,
  federationBehaviourRequest,
  identityRefusals,
  realmAnswerRequest,
  realmBehaviourRequest,
} from "@guichet/contract/integrations/sandbox-identity.ts";
import { adultAgeYears } from "@guichet/contract/limits/account-limits.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { InteractionResults } from "oidc-provider";
import { textsIn } from "../locales/texts.ts";
import { isLoopback } from "../loopback.ts";
import { repliesBy } from "../replies.ts";
import { answerWithoutBrowser } from "./no-browser.ts";
import { federationPeople, type PersonNote, type RealmPerson } from "./people.ts";
import type { IdentityProvider } from "./provider.ts";
import { cancelledSignIn, chosenIdentity, signedInUser } from "./results.ts";

const { refuse, read } = repliesBy(identityRefusals);

/** Control routes of the federation for testers. */
export function federationControls(app: FastifyInstance, party: () => Promise<IdentityProvider>): void {
  app.get("/identities", async () => ({
    items: federationPeople.map(({ name, sub, givenName, familyName, birthdate, email, note }) => ({
      ...{ name, sub, givenName, familyName, birthdate, ...(email && { email }) },
      note: inEnglish(note),
    })),
  }));
  behaviourDoor(app, federationBehaviourRequest, party);
  app.post("/answer", async (request, reply) => {
    const asked = read(federationAnswerRequest, request.body, reply);
    if (asked === undefined) return reply;
    if ("cancel" in asked) return completeSignIn(reply, party, asked.authorizationUrl, cancelledSignIn);
    const person = federationPeople.find(({ name, sub }) => asked.identity === name || asked.identity === sub);
    if (person === undefined) return refuse(reply, "identity_unknown", "see GET /federation/identities");
    return completeSignIn(reply, party, asked.authorizationUrl, chosenIdentity(person, asked.email));
  });
}

/** Control routes of a realm for testers. */
export function realmControls(
  app: FastifyInstance,
  people: readonly RealmPerson[],
  party: () => Promise<IdentityProvider>,
): void {
  app.get("/users", async () => ({ items: people.map((person) => ({ ...person, note: inEnglish(person.note) })) }));
  behaviourDoor(app, realmBehaviourRequest, party);
  app.post("/answer", async (request, reply) => {
    const asked = read(realmAnswerRequest, request.body, reply);
    if (asked === undefined) return reply;
    if ("cancel" in asked) return completeSignIn(reply, party, asked.authorizationUrl, cancelledSignIn);
    const person = people.find(({ name, sub }) => asked.user === name || asked.user === sub);
    if (person === undefined) return refuse(reply, "identity_unknown", "see GET /realms/<realm>/users");
    return completeSignIn(reply, party, asked.authorizationUrl, signedInUser(person));
  });
}

function behaviourDoor(
  app: FastifyInstance,
  schema: typeof federationBehaviourRequest | typeof realmBehaviourRequest,
  party: () => Promise<IdentityProvider>,
): void {
  app.post("/behaviour", async (request, reply) => {
    if (!isLoopback(request)) return refuse(reply, "loopback_only");
    const ordered = read(schema, request.body, reply);
    if (ordered === undefined) return reply;
    const { behaviour } = await party();
    behaviour.set(ordered.next, ordered.count);
    return { left: behaviour.left() };
  });
}

async function completeSignIn(
  reply: FastifyReply,
  party: () => Promise<IdentityProvider>,
  url: string,
  result: InteractionResults,
) {
  const outcome = await answerWithoutBrowser(await party(), url, result);
  return "refusal" in outcome ? refuse(reply, "authorization_refused", outcome.refusal) : outcome;
}

const inEnglish = (note: PersonNote) => textsIn("en")(`identity.note.${note}`, { age: adultAgeYears });
