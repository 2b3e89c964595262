import { federationAcr } from "@guichet/contract/integrations/sandbox-identity.ts";
import type { InteractionResults } from "oidc-provider";
import type { FederationPerson, RealmPerson } from "./people.ts";

/** The customer chose this identity; a typed e-mail replaces its own for this sign-in. */
export function chosenIdentity(person: FederationPerson, email: string | undefined): InteractionResults {
  const login = { accountId: person.sub, acr: federationAcr, amr: ["pwd"], remember: false };
  // A request for consent is answered by the choice.
  return { login, consent: {}, ...(email !== undefined && { email }) };
}

/** The customer entered this user's name and password. */
export function signedInUser(person: RealmPerson): InteractionResults {
  return { login: { accountId: person.sub, acr: "1", amr: ["pwd"] }, consent: {} };
}

/** The customer cancelled. */
export const cancelledSignIn: InteractionResults = {
  error: "access_denied",
  error_description: "User auth aborted",
};
