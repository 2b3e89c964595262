import type { User } from "@guichet/contract/accounts.ts";
import { sql } from "kysely";
import { insertTraveller } from "../account-records/traveller-store.ts";
import { goodPassword, type PeopleApi } from "./people-api.ts";
import type { Reply } from "./test-api.ts";

type Changed = Reply<{ user: User; error?: { code: string } }>;

/** A verified customer, Nour Haddad, and the children of the account. */
export interface Family {
  email: string;
  token: string;
  idToken: string;
  user: User;
  accountId: string;
  children: { userId: string; userName: string }[];
  /** The id of a child by first name. */
  child(firstName: string): string;
  /** The holder sets or removes a child's own password. */
  give(firstName: string, travellerPassword: string | null): Promise<Changed>;
  deactivate(firstName: string): Promise<void>;
}

export async function familyOf(
  people: PeopleApi,
  email: string,
  firstNames: readonly string[],
  network = "north",
): Promise<Family> {
  const { api } = people;
  const { db, ids, clock } = api.deps;
  const { token, user, idToken } = await people.customer(email, network);
  await api.call(
    "updateAccount",
    { firstName: "Nour", lastName: "Haddad", birthDate: "1985-03-02" },
    { token, network },
  );
  await sql`update login set email_verified_at = ${clock.iso()}, owner_proved_at = ${clock.iso()} where email = ${email}`.execute(
    db,
  );
  const found = await sql<{ id: string }>`select account_id as id from traveller where id = ${user.userId}`.execute(db);
  const accountId = found.rows[0]?.id ?? "";
  const children = firstNames.map((userName) => ({ userId: ids.uuid(), userName }));
  await db.transaction().execute(async (tx) => {
    for (const [index, { userId, userName }] of children.entries()) {
      const born = { firstName: userName, lastName: "Haddad", birthDate: "2012-05-02" };
      const at = new Date(clock.now().getTime() + index + 1).toISOString();
      await insertTraveller(tx, { id: userId, networkId: network, accountId, isHolder: false, ...born }, at);
    }
  });
  const child = (firstName: string) => {
    const one = children.find(({ userName }) => userName === firstName);
    if (one === undefined) throw new Error(`No child called ${firstName}`);
    return one.userId;
  };
  return {
    email,
    token,
    idToken,
    user,
    accountId,
    children,
    child,
    give: (firstName, travellerPassword) => {
      const values = { userId: child(firstName), travellerPassword, currentPassword: goodPassword };
      return api.call("updateAccount", values, { token, network });
    },
    deactivate: async (firstName) => {
      await sql`update traveller set deactivated_at = ${clock.iso()} where id = ${child(firstName)}`.execute(db);
    },
  };
}
