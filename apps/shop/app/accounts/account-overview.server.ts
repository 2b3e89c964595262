import type { User } from "@guichet/contract/accounts.ts";
import type { CountryCode } from "@guichet/contract/values.ts";
import { ageOn } from "@guichet/rules/dates/ages.ts";
import { formatPhone } from "@guichet/rules/persons/phones.ts";
import { isUsable } from "@guichet/rules/wallet.ts";
import type { Account, RequestContext } from "../request-context/request-context.ts";
import { todayIn } from "../request-context/today.ts";
import { pictureOf } from "../travellers/traveller.server.ts";
import { isPresentable } from "../wallet/ticket-order.ts";

/** User data shown on the account pages, without any token. */
export function ownDataOf(user: User, country: CountryCode) {
  return {
    userId: user.userId,
    firstName: user.userName,
    lastName: user.userLastname,
    birthDate: user.userBirthday,
    email: user.userMail,
    contactEmail: user.contactEmail,
    phone: user.userPhoneNumber === null ? null : formatPhone(user.userPhoneNumber, country),
    address: user.address,
    tariffStatus: user.tariffStatus,
    customerNumber: user.customerNumber,
    isVerified: user.isVerified,
    theme: user.theme,
    /** false: a traveller with their own sign-in, who cannot see the holder's data. */
    isHolder: user.isParent,
    synchronised: user.synchronisedFields,
    hasPassword: user.isParent && hasPasswordOf(user),
  };
}

/** Whether the account has a sign-in with e-mail and password. */
export const hasPasswordOf = ({ identities }: Pick<User, "identities">): boolean =>
  identities.some(({ providerId }) => providerId === "password");

export type OwnData = ReturnType<typeof ownDataOf>;

/** Next ticket to show, and the travellers of the account. */
export async function overviewOf(ctx: RequestContext, { user, profiles }: Account) {
  const today = todayIn(ctx.network.timeZone, new Date(ctx.now()));
  const people = profiles.length > 0 ? profiles : [user];
  const held = await ctx.call("tickets", {});
  const ticket = held.ok ? held.value.items.find(({ state }) => isUsable(state)) : undefined;
  const suspended = held.ok ? held.value.items.find(({ blockedFor }) => blockedFor.includes("unpaid")) : undefined;
  return {
    /** A ticket suspended because its order is unpaid. */
    unpaid: suspended && { name: suspended.name, orderId: suspended.orderId },
    ticket: ticket && {
      ticketId: ticket.ticketId,
      isPresentable: isPresentable(ticket),
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
