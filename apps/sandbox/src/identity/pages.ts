import formbody from "@fastify/formbody";
import { demoRealmPassword } from "@guichet/contract/integrations/sandbox-identity.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InteractionResults } from "oidc-provider";
import { z } from "zod";
import { type Markup, sendPage } from "../html.ts";
import { federationPeople, type RealmPerson } from "./people.ts";
import type { IdentityProvider, SignIn } from "./provider.ts";
import { cancelledSignIn, chosenIdentity, signedInUser } from "./results.ts";
import { endedPage, identityPage, identityStyle, loginPage, type View, viewFor } from "./views.ts";

const field = z.string().max(254).default("").catch("");
const fields = z.object({ identity: field, email: field, username: field, password: field, cancel: field });
const emailTyped = z.email().max(254);
const byUid = z.object({ uid: z.string().max(100) });
const formBytes = 4 * 1024;

/** Result of a submitted form: the sign-in's result, or the page with errors. */
type Reading = { result: InteractionResults } | { page: Markup };

interface Page {
  maker: string;
  party: () => Promise<IdentityProvider>;
  asks: (view: View) => Markup;
  reads: (view: View, typed: z.infer<typeof fields>) => Reading;
}

/** The federation's page to choose a test identity. */
export function identityPages(app: FastifyInstance, party: () => Promise<IdentityProvider>): Promise<void> {
  return signInPages(app, {
    maker: "Sandbox Federation",
    party,
    asks: (view) => identityPage(view, undefined),
    reads(view, { identity, email }) {
      const person = federationPeople.find(({ name }) => name === identity);
      const typed = email.trim();
      if (typed !== "" && !emailTyped.safeParse(typed).success) return { page: identityPage(view, typed) };
      if (person === undefined) return { page: identityPage(view, undefined) };
      return { result: chosenIdentity(person, typed === "" ? undefined : typed) };
    },
  });
}

/** A realm's sign-in page with user name and password. */
export function loginPages(
  app: FastifyInstance,
  realm: string,
  people: readonly RealmPerson[],
  party: () => Promise<IdentityProvider>,
) {
  return signInPages(app, {
    maker: `Sandbox Accounts · ${realm}`,
    party,
    asks: (view) => loginPage(view, people, undefined),
    reads(view, { username, password }) {
      const person = people.find(({ name }) => name === username.trim().toLowerCase());
      if (person === undefined || password !== demoRealmPassword) return { page: loginPage(view, people, username) };
      return { result: signedInUser(person) };
    },
  });
}

/** Routes of a sign-in page: plain forms, no script. Every outcome redirects to the shop by GET. */
async function signInPages(app: FastifyInstance, { maker, party, asks, reads }: Page): Promise<void> {
  // Registered only here: elsewhere a foreign page could post a form to the control routes.
  await app.register(formbody, { bodyLimit: formBytes });

  app.get("/:uid", async (request, reply) => {
    const { signIn, view } = await arrive(request);
    return signIn === undefined ? close(reply, view) : show(reply, asks(view), signIn);
  });

  app.post("/:uid", async (request, reply) => {
    const { signIn, view } = await arrive(request);
    if (signIn === undefined) return close(reply, view);
    const typed = fields.parse(request.body ?? {});
    const read: Reading = typed.cancel === "" ? reads(view, typed) : { result: cancelledSignIn };
    if ("page" in read) return show(reply.code(422), read.page, signIn);
    const next = await (await party()).finish(signIn.uid, read.result);
    return next === undefined ? close(reply, view) : reply.header("cache-control", "no-store").redirect(next, 303);
  });

  async function arrive(request: FastifyRequest): Promise<{ signIn: SignIn | undefined; view: View }> {
    const { uid } = byUid.parse(request.params);
    const signIn = await (await party()).waiting(uid);
    return { signIn, view: viewFor(maker, signIn?.uiLocales, request.headers["accept-language"]) };
  }
}

function close(reply: FastifyReply, view: View): FastifyReply {
  return sendPage(reply.code(404), endedPage(view), { formAction: "'none'", styleSource: identityStyle });
}

// Browsers also check the redirect of a form, so the shop's address must be allowed.
function show(reply: FastifyReply, page: Markup, { returnUri }: SignIn): FastifyReply {
  return sendPage(reply, page, { formAction: `'self' ${new URL(returnUri).origin}`, styleSource: identityStyle });
}
