import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { insertCard, type NewCard } from "../transport-card-records/transport-card-store.ts";
import { testPack } from "./test-pack.ts";

/** A network with cards that allow sign-in. */
export const cardPack = (id = "north", network: Record<string, unknown> = {}) =>
  testPack({ id, network: { switches: { mediaSignin: true }, ...network } });

let made = 0;

type TestCard = Omit<NewCard, "status"> & { status: string | null };

/** A registered card: active, of Lou Morvan, born in 1990, valid for years, unless stated otherwise. */
export async function testCard(
  deps: Pick<Dependencies, "db" | "clock" | "ids">,
  card: Partial<TestCard> = {},
): Promise<TestCard> {
  made += 1;
  const whole: TestCard = {
    id: deps.ids.uuid(),
    networkId: "north",
    number: `92500000${String(made).padStart(8, "0")}`,
    firstName: "Lou",
    lastName: "Morvan",
    birthDate: "1990-05-04",
    status: "active",
    incident: null,
    expiresAt: "2030-01-01T00:00:00.000Z",
    ...card,
  };
  const status = whole.status === "blocked" ? "blocked" : "active";
  await insertCard(deps.db, { ...whole, status }, deps.clock.iso());
  // In any state that an operator's register may contain.
  if (whole.status !== status)
    await sql`update transport_card set status = ${whole.status} where id = ${whole.id}`.execute(deps.db);
  return whole;
}

/** For control runs: a database that forgets every attempt, so that no limit applies. */
export async function clearCountedAttempts(db: Database): Promise<void> {
  await sql`create function forget_try() returns trigger language plpgsql as $$ begin
    new.tries := array[]::timestamptz[]; new.blocked_until := null; return new; end $$`.execute(db);
  await sql`create trigger forgets before insert or update on counted_try
    for each row execute function forget_try()`.execute(db);
}
