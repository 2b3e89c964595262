import { setTimeout as wait } from "node:timers/promises";
import { demoRealm, federationPaths, realmPaths } from "@guichet/contract/integrations/sandbox-identity.ts";
import type { FastifyInstance } from "fastify";
import { federationControls, realmControls } from "./controls.ts";
import { openFederation } from "./federation.ts";
import { identityPages, loginPages } from "./pages.ts";
import { type IdentityContext, type IdentityProvider, refusal } from "./provider.ts";
import { openRealm, peopleOf } from "./realm.ts";

const formBytes = 64 * 1024;

/** Routes of the federation and the realms: protocol, pages and controls. Each provider is opened at first use. */
export async function identityRoutes(app: FastifyInstance, context: IdentityContext): Promise<void> {
  const federation = once(() => openFederation(context));
  await app.register(async (scope) => protocol(scope, federation, context), { prefix: federationPaths.issuer });
  await app.register((scope) => identityPages(scope, federation), { prefix: federationPaths.signIn });
  await app.register(async (scope) => federationControls(scope, federation), { prefix: "/federation" });

  for (const realm of demoRealm.options) {
    const { issuer, signIn } = realmPaths(realm);
    const people = peopleOf(realm);
    const party = once(() => openRealm(context, realm));
    await app.register(async (scope) => protocol(scope, party, context), { prefix: issuer });
    await app.register((scope) => loginPages(scope, realm, people, party), { prefix: signIn });
    await app.register(async (scope) => realmControls(scope, people, party), { prefix: issuer });
  }
}

/** Passes requests below the issuer to the provider, and returns its responses. */
function protocol(app: FastifyInstance, party: () => Promise<IdentityProvider>, context: IdentityContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "string", bodyLimit: formBytes },
    async (_request: unknown, body: string) => body,
  );
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort());
  for (const path of ["/.well-known/*", ...endpointPaths(app.prefix)]) {
    app.route({
      method: ["GET", "POST"],
      url: path,
      handler: async (request, reply) => {
        const { ask, behaviour } = await party();
        if (behaviour.take("down")) {
          const { status, headers, body } = refusal("temporarily_unavailable", "ordered to be down", 503);
          return reply.code(status).headers(headers).send(body);
        }
        if (behaviour.take("slow"))
          await wait(context.slowMs, undefined, { signal: closing.signal }).catch(() => undefined);
        const answer = await ask({
          method: request.method === "POST" ? "POST" : "GET",
          path: request.url.slice(app.prefix.length),
          headers: headersOf(request.headers),
          ...(typeof request.body === "string" && { body: request.body }),
        });
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  }
}

// Control routes share the prefix, so the endpoints are listed instead of a wildcard.
function endpointPaths(prefix: string): string[] {
  return prefix === federationPaths.issuer
    ? ["/authorize", "/authorize/*", "/token", "/userinfo", "/jwks", "/session/*"]
    : ["/protocol/openid-connect/*"];
}

const notForwarded = new Set(["connection", "content-length", "host", "transfer-encoding", "expect"]);

function headersOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !notForwarded.has(name)) kept[name] = [value].flat().join(", ");
  }
  return kept;
}

/** Opens at the first call; a failure is reported and retried at the next call. */
function once(open: () => Promise<IdentityProvider>): () => Promise<IdentityProvider> {
  let opened: Promise<IdentityProvider> | undefined;
  return () => {
    opened ??= open().catch((cause) => {
      opened = undefined;
      throw cause;
    });
    return opened;
  };
}
