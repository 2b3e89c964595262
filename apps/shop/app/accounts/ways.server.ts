import type { Typed } from "../forms/form-values.ts";
import { beginAtProvider, ownCustomProvider } from "../identity/providers/provider-begin.server.ts";
import { providersOf, shownProvider } from "../identity/providers/providers.server.ts";
import { href } from "../paths.ts";
import type { Visit } from "../request-context/request-context.ts";
import { type Led, proveAtProvider, proveByPassword, refusedProof } from "./prove.server.ts";

/** The ways in of the account, and those of the network that it does not have; undefined: not theirs to see (§6). */
export async function waysOf(visit: Visit) {
  const held = await visit.call("identities", {});
  if (!held.ok) return undefined;
  const { identities } = held.value;
  const has = (id: string) => identities.some(({ providerId }) => providerId === id);
  return {
    ways: identities,
    offers: (await providersOf(visit)).filter(({ id }) => !has(id)).map(shownProvider),
    /** E-mail and password can prove who asks; without them a provider does. */
    hasPassword: has("password"),
    /** The national federation alone: e-mail and password can be added. */
    isNationalOnly: identities.length > 0 && identities.every(({ driver }) => driver === "FRANCECONNECT"),
  };
}
export type Ways = NonNullable<Awaited<ReturnType<typeof waysOf>>>;

/** Links a provider: first the proof of who asks, then to the provider, whose answer does it. */
export async function link(visit: Visit, typed: Typed, isProved: boolean): Promise<Led> {
  const providerId = typed.provider ?? "";
  const here = href("account", undefined, { edit: "link", provider: providerId });
  const proof = await prove(visit, typed, here, isProved);
  if (!proof.ok || proof.to !== "") return proof;
  return led(await beginAtProvider(visit, { providerId, purpose: "link" }));
}

/** Unlinks a provider, after a proof by the password, or by that provider itself. */
export async function unlink(visit: Visit, typed: Typed): Promise<Led> {
  const providerId = typed.provider ?? "";
  const ways = await waysOf(visit);
  if (!ways?.hasPassword) return led(await beginAtProvider(visit, { providerId, purpose: "unlink" }));
  const proof = await prove(visit, typed, "", false);
  if (!proof.ok) return proof;
  const isOwn = (await ownCustomProvider(visit)) === providerId;
  const unlinked = await visit.call("deleteIdentity", { authProviderId: providerId });
  if (!unlinked.ok) return refusedProof(unlinked.code);
  if (isOwn) visit.session.keepCustom(undefined);
  return { ok: true, to: href("account", undefined, { edit: "ways", told: "unlinked" }) };
}

/** By the password where there is one; else at a provider that the account has, and back `here`. `to` "": proved. */
async function prove(visit: Visit, typed: Typed, here: string, isProved: boolean): Promise<Led> {
  const ways = await waysOf(visit);
  if (ways?.hasPassword) return proveByPassword(visit, typed);
  const hasProvider = ways?.ways.some(({ driver }) => driver !== null) ?? false;
  return isProved || !hasProvider ? { ok: true, to: "" } : proveAtProvider(visit, here);
}

const led = (begun: Awaited<ReturnType<typeof beginAtProvider>>): Led =>
  begun.ok ? { ok: true, to: begun.value } : refusedProof(begun.code);
