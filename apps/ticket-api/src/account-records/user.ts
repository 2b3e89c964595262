import type { User } from "@guichet/contract/accounts.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { kindOf } from "../network-registry/sign-in-providers.ts";
import type { Account } from "./account-store.ts";
import type { Traveller } from "./traveller-store.ts";

/** A traveller of an account in the wire format (§3, §4: verified, complete). */
export function userOf(account: Account, traveller: Traveller, network: LoadedNetwork): User {
  const { firstName, lastName } = traveller;
  const hasProvider = account.providers.some((provider) => provider !== "password");
  return {
    userId: traveller.id,
    userName: firstName,
    userLastname: lastName,
    userMail: account.email,
    contactEmail: account.contactEmail,
    userBirthday: network.definition.specific.hideBirthDate ? null : traveller.birthDate,
    userPhoneNumber: traveller.phone,
    userPictureUrl: null,
    userStatus: traveller.deactivatedAt === null ? "active" : "deactivated",
    tariffStatus: traveller.tariffStatus,
    isParent: traveller.isHolder,
    verifiedAt: account.emailVerifiedAt,
    isVerified: account.emailVerifiedAt !== null || hasProvider,
    isComplete: account.email !== "" && (account.guest || (firstName !== "" && lastName !== "")),
    authAsGuest: account.guest,
    customerNumber: account.customerNumber,
    theme: account.theme,
    language: account.language,
    address: traveller.address,
    synchronisedFields: traveller.isHolder ? synchronisedFields(account, network) : [],
    identities: account.providers.map((providerId) => ({ providerId })),
    deletion: deletionOf(account),
    hasBirthDate: traveller.birthDate !== null,
    hasOwnSignIn: traveller.hasOwnSignIn,
  };
}

/** Fields that the holder cannot change: the federation sends them at every sign-in (§6), as long as the network has it. */
export function synchronisedFields({ pivot }: Account, network: LoadedNetwork): User["synchronisedFields"] {
  if (pivot === null || kindOf(network, pivot.providerId) !== "federation") return [];
  return (["firstName", "lastName", "birthDate"] as const).filter((field) => (pivot[field] ?? "") !== "");
}

const deletionOf = ({ deletionRequestedAt, erasesAt }: Account): User["deletion"] =>
  deletionRequestedAt === null || erasesAt === null ? null : { requestedAt: deletionRequestedAt, erasesAt };

/**
 * The user as a traveller with their own sign-in sees it, without the holder's data except the e-mail that they
 * signed in with and the customer number (decision record 042).
 */
export function userForTraveller({ hasOwnSignIn: _, ...user }: User): User {
  const identities = user.identities.filter(({ providerId }) => providerId === "password");
  return { ...user, contactEmail: null, theme: "system", language: null, identities };
}
