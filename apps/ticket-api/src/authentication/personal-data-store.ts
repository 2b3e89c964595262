import { Id, Instant } from "@guichet/contract/values.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../database/database.ts";
import { noticesSubject } from "../email/notice-allowance.ts";
import { omissionReasons, type Person, personalDataSource } from "../personal-data/personal-data-source.ts";
import { codeActions } from "./code-store.ts";
import { emailsSubject } from "./email-allowance.ts";
import { typedCodeSubject } from "./one-time-codes.ts";
import { accountSubject, confirmSubject } from "./sign-in.ts";

const SignInMethod = z.strictObject({
  providerId: z.string(),
  createdAt: Instant,
  email: z.string().nullable(),
  emailVerifiedAt: Instant.nullable(),
  displayName: z.string().nullable(),
  photoUrl: z.string().nullable(),
  lastSignInAt: Instant.nullable(),
  synchronisedAt: Instant.nullable(),
  saidByProvider: z.record(z.string(), z.unknown()).nullable(),
});
const SessionKept = z.strictObject({
  travellerId: Id,
  client: z.string(),
  providerId: z.string(),
  device: z.string().nullable(),
  application: z.string().nullable(),
  originType: z.string().nullable(),
  createdAt: Instant,
  signedInAt: Instant,
  seenAt: Instant,
  expiresAt: Instant,
});
const KnownBrowser = z.strictObject({ createdAt: Instant, expiresAt: Instant });
const OwnSignIn = z.strictObject({ travellerId: Id, createdAt: Instant });

/** Sign-in methods, sessions and known browsers. Passwords, tokens and codes are stored as hashes and are not exported. */
export const signInsOfPerson = personalDataSource({
  tables: {
    login: "goes",
    login_refresh_token: "goes",
    email_code: "goes",
    identity: "goes",
    user_session: "goes",
    known_device: "goes",
    traveller_login: "goes",
    counted_try: "goes",
    provider_grant: "goes",
  },
  leftOut: {
    login: {
      [omissionReasons.rowKey]: "id",
      [omissionReasons.secret]: "password_hash tokens_valid_since",
      "the sign-in method has it": "created_at",
    },
    login_refresh_token: { "tokens of the exported sessions": "id token_hash traveller_ids created_at" },
    email_code: {
      "one-day secrets; the e-mails are exported": "code_hash typed_hash action expires_at used_at created_at",
    },
    identity: { [omissionReasons.rowKey]: "subject" },
    user_session: {
      [omissionReasons.rowKey]: "id sign_in_id",
      [omissionReasons.secret]: "token_hash provider_id_token line_hash",
      [omissionReasons.processing]: "reauthenticated_at",
      "the only card of a limited session": "card_id",
    },
    known_device: { [omissionReasons.secret]: "token_hash" },
    traveller_login: { [omissionReasons.secret]: "password_hash tokens_valid_since" },
    counted_try: { "digests, deleted within two days": "subject tries last_at blocked_until" },
    provider_grant: {
      "a sign-in in progress, deleted within minutes":
        "token_hash provider_id subject person provider_id_token authenticated_at reauthentication created_at expires_at",
    },
  },
  shape: z.strictObject({
    waysIn: z.array(SignInMethod),
    sessions: z.array(SessionKept),
    knownBrowsers: z.array(KnownBrowser),
    travellersWithOwnSignIn: z.array(OwnSignIn),
  }),
  read: async (db, person) => {
    const { networkId, accountId, loginId } = person;
    const waysIn = await sql<z.infer<typeof SignInMethod>>`
      select i.provider_id as "providerId", i.created_at as "createdAt", l.email, l.email_verified_at as "emailVerifiedAt",
        l.display_name as "displayName", l.photo_url as "photoUrl", l.last_sign_in_at as "lastSignInAt",
        i.synchronised_at as "synchronisedAt", i.person as "saidByProvider"
      from identity i left join login l on l.id = i.subject and i.provider_id = 'password'
      where i.network_id = ${networkId} and i.account_id = ${accountId} order by i.created_at, i.provider_id`.execute(
      db,
    );
    const sessions = await sql<z.infer<typeof SessionKept>>`
      select traveller_id as "travellerId", client_id as client, provider_id as "providerId", device,
        application, origin_type as "originType",
        created_at as "createdAt", signed_in_at as "signedInAt", seen_at as "seenAt", expires_at as "expiresAt"
      from user_session where network_id = ${networkId} and account_id = ${accountId} order by created_at`.execute(db);
    const browsers = await sql<z.infer<typeof KnownBrowser>>`
      select created_at as "createdAt", expires_at as "expiresAt" from known_device
      where login_id = ${loginId} order by created_at`.execute(db);
    const own = await sql<z.infer<typeof OwnSignIn>>`
      select s.traveller_id as "travellerId", s.created_at as "createdAt" from traveller_login s
      where s.login_id = ${loginId} order by s.created_at`.execute(db);
    return {
      waysIn: waysIn.rows,
      sessions: sessions.rows,
      knownBrowsers: browsers.rows,
      travellersWithOwnSignIn: own.rows,
    };
  },
  erase: async (tx, person) => {
    const { networkId, accountId, loginId, emails } = person;
    await deleteAttempts(tx, person);
    await sql`delete from user_session where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
    await sql`delete from email_code where network_id = ${networkId} and login_id is null and email = any(${emails})`.execute(
      tx,
    );
    await sql`delete from provider_grant using identity i where i.network_id = ${networkId} and i.account_id = ${accountId}
      and provider_grant.network_id = i.network_id and provider_grant.provider_id = i.provider_id
      and provider_grant.subject = i.subject`.execute(tx);
    await sql`delete from identity where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
    // Refresh tokens, codes, known browsers and travellers' own sign-ins are deleted by cascade.
    await sql`delete from login where network_id = ${networkId} and id = ${loginId}`.execute(tx);
  },
});

/** Deletes attempts counted under the person's subjects: they are digests, and would be gone within two days anyway. */
async function deleteAttempts(tx: Tx, { networkId, accountId, loginId, emails }: Person): Promise<void> {
  const kinds = [...codeActions, "LEGACY_ACCOUNT_ANONYMIZATION", "TERMINATION"] as const;
  const subjects = [
    ...emails.flatMap((email) => [
      accountSubject(email),
      noticesSubject(email),
      ...kinds.map((kind) => emailsSubject(kind, email)),
    ]),
    ...(loginId === null ? [] : [confirmSubject(loginId), typedCodeSubject(loginId)]),
  ];
  await sql`delete from counted_try where network_id = ${networkId}
    and (exists (select from unnest(${subjects}::text[]) as of_person where starts_with(subject, of_person)) or subject like '%:' || ${accountId}
      or subject in (select 'device:' || token_hash from known_device where login_id = ${loginId}))`.execute(tx);
}

/** Ends every session and token of an account: the holder's, and those of travellers with their own sign-in. */
export async function endSignIns(tx: Tx, { networkId, accountId, loginId }: Person, at: string): Promise<void> {
  await sql`delete from user_session where network_id = ${networkId} and account_id = ${accountId}`.execute(tx);
  if (loginId === null) return;
  const since = sql`greatest(${at}::timestamptz, tokens_valid_since + interval '1 millisecond')`;
  await sql`update login set tokens_valid_since = ${since} where id = ${loginId}`.execute(tx);
  await sql`update traveller_login set tokens_valid_since = ${since} where login_id = ${loginId}`.execute(tx);
  await sql`delete from login_refresh_token where login_id = ${loginId}`.execute(tx);
}

/** Deletes logins that never opened an account after a while, with their counted attempts. */
export async function dropUnusedLogins(db: Database, before: string): Promise<void> {
  await sql`delete from login where created_at < ${before} and not exists (
    select from identity where identity.provider_id = 'password' and identity.subject = login.id)`.execute(db);
}
