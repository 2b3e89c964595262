import { sql } from "kysely";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { insertSession } from "../sessions/session-store.ts";

export interface TestPerson {
  token: string;
  accountId: string;
  /** The holder's traveller. */
  userId: string;
  email: string;
}

/** An account with its holder and a session, inserted into the database: complete, verified, adult, unless stated otherwise. */
export async function testPerson(
  deps: Pick<Dependencies, "db" | "clock" | "ids">,
  person: {
    network?: string;
    guest?: boolean;
    verified?: boolean;
    /** Whether the person who confirmed the address also had the password. */
    proved?: boolean;
    firstName?: string;
    lastName?: string;
    birthDate?: string | null;
    provider?: string;
  } = {},
): Promise<TestPerson> {
  const networkId = person.network ?? "north";
  const [accountId, userId, loginId, token] = [deps.ids.uuid(), deps.ids.uuid(), deps.ids.uuid(), deps.ids.token()];
  const email = `${accountId}@people.example`;
  const at = deps.clock.iso();
  const provider = person.provider ?? "password";
  const verifiedAt = person.verified === false ? null : at;
  await deps.db.transaction().execute(async (tx) => {
    await sql`insert into account (id, network_id, customer_number, email, guest, created_at)
      values (${accountId}, ${networkId}, ${accountId.slice(-12)}, ${email}, ${person.guest ?? false}, ${at})`.execute(
      tx,
    );
    await sql`insert into traveller (id, network_id, account_id, is_holder, first_name, last_name, birth_date, created_at)
      values (${userId}, ${networkId}, ${accountId}, true, ${person.firstName ?? "Amal"}, ${person.lastName ?? "Haddad"},
        ${person.birthDate === undefined ? "1990-05-04" : person.birthDate}, ${at})`.execute(tx);
    if (person.guest) return;
    if (provider === "password") {
      await sql`insert into login (id, network_id, email, password_hash, email_verified_at, owner_proved_at, tokens_valid_since, created_at)
        values (${loginId}, ${networkId}, ${email}, '-', ${verifiedAt}, ${person.proved === true ? at : null}, ${at}, ${at})`.execute(
        tx,
      );
    }
    await sql`insert into identity (network_id, account_id, provider_id, subject, created_at)
      values (${networkId}, ${accountId}, ${provider}, ${loginId}, ${at})`.execute(tx);
  });
  await insertSession(deps.db, {
    tokenHash: hashed(token),
    networkId,
    accountId,
    travellerId: userId,
    clientId: "shop",
    providerId: provider,
    device: null,
    signedInAt: at,
    at,
    expiresAt: new Date(deps.clock.now().getTime() + 30 * 86_400_000).toISOString(),
  });
  return { token, accountId, userId, email };
}

/** Creates a session of a traveller with their own sign-in in an account; returns its token. */
export async function travellersSession(
  deps: Pick<Dependencies, "db" | "clock" | "ids">,
  { accountId }: TestPerson,
  travellerId: string,
): Promise<string> {
  const token = deps.ids.token();
  const at = deps.clock.iso();
  const expiresAt = new Date(deps.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const session = {
    networkId: "north",
    accountId,
    travellerId,
    clientId: "shop",
    providerId: "password",
    device: null,
  };
  await insertSession(deps.db, { ...session, tokenHash: hashed(token), signedInAt: at, at, expiresAt });
  return token;
}
