import type { User } from "@guichet/contract/accounts.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { formatPhone } from "@guichet/rules/persons/phones.ts";
import { isUsable } from "@guichet/rules/wallet.ts";
import type { Account, RequestContext } from "../request-context/request-context.ts";
import { todayIn } from "../request-context/today.ts";
import { pictureOf } from "../travellers/traveller.server.ts";

/** What the account's screens show of its holder; no token. */
export function ownDataOf(user: User) {
  return {
    userId: user.userId,
    firstName: user.userName,
    lastName: user.userLastname,
    birthDate: user.userBirthday,
    email: user.userMail,
    contactEmail: user.contactEmail,
    phone: user.userPhoneNumber === null ? null : formatPhone(user.userPhoneNumber),
    address: user.address,
    tariffStatus: user.tariffStatus,
    customerNumber: user.customerNumber,
    isVerified: user.isVerified,
    theme: user.theme,
    /** Not a traveller with a sign-in of their own, who sees nothing of the holder's. */
    isHolder: user.isParent,
    synchronised: user.synchronisedFields,
    hasPassword: user.isParent && hasPasswordOf(user),
  };
}

/** Does the account have a sign-in by e-mail and password? */
export const hasPasswordOf = ({ identities }: Pick<User, "identities">): boolean =>
  identities.some(({ providerId }) => providerId === "password");

export type OwnData = ReturnType<typeof ownDataOf>;

/** The ticket to show next, and who travels on this account. */
export async function overviewOf(ctx: RequestContext, { user, profiles }: Account) {
  const today = todayIn(ctx.network.timeZone, new Date(ctx.now()));
  const people = profiles.length > 0 ? profiles : [user];
  const held = await ctx.call("tickets", {});
  const ticket = held.ok ? held.value.items.find(({ state }) => isUsable(state)) : undefined;
  const suspended = held.ok ? held.value.items.find(({ blockedFor }) => blockedFor.includes("unpaid")) : undefined;
  return {
    /** A ticket that is suspended because its order is unpaid. */
    unpaid: suspended && { name: suspended.name, orderId: suspended.orderId },
    ticket: ticket && {
      name: ticket.name,
      ink: ticket.ink,
      state: ticket.state,
      validFrom: ticket.validFrom,
      validUntil: ticket.validUntil,
      useBefore: ticket.useBefore,
      tripsLeft: ticket.tripsLeft,
      traveller: ticket.traveller && `${ticket.traveller.firstName} ${ticket.traveller.lastName}`,
    },
    people: people.map((person) => ({
      userId: person.userId,
      firstName: person.userName,
      lastName: person.userLastname,
      isSelf: person.userId === user.userId,
      hasOwnSignIn: person.hasOwnSignIn === true,
      isActive: person.userStatus === "active",
      picture: pictureOf(person),
      age: person.userBirthday === null ? null : ageOn(person.userBirthday, today),
    })),
  };
}
type Overview = Awaited<ReturnType<typeof overviewOf>>;
export type NextTicket = NonNullable<Overview["ticket"]>;
export type UnpaidTicket = NonNullable<Overview["unpaid"]>;
export type Person = Overview["people"][number];
