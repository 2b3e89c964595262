import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import { sql } from "kysely";
import { hashPassword } from "../authentication/passwords.ts";
import { insertStaff, saveRoles } from "../sessions/staff-store.ts";
import type { TestApi } from "./test-api.ts";

export const staffPassword = "Right side 7 of the counter";
/** Password hashing is slow on purpose: all staff of a test share one hash. */
const passwordHash = hashPassword(staffPassword);

export interface TestStaff {
  staffId: string;
  email: string;
  token: string;
}

/** A staff member with roles by network, signed in. */
export async function testStaff(
  api: TestApi,
  roles: Readonly<Record<string, readonly StaffRole[]>>,
  name = "Yanis Kermarec",
): Promise<TestStaff> {
  const { db, ids, clock } = api.deps;
  const staff = { id: ids.uuid(), email: `${ids.uuid()}@operator.example`, name, passwordHash: await passwordHash };
  await db.transaction().execute(async (tx) => {
    await insertStaff(tx, staff, clock.iso());
    for (const [networkId, given] of Object.entries(roles)) await saveRoles(tx, staff.id, networkId, given);
  });
  const { body } = await api.call("officeLogin", { email: staff.email, password: staffPassword });
  return { staffId: staff.id, email: staff.email, token: body.staffToken };
}

/** The code in the link of the latest invitation to an address, whose e-mail is not sent yet. */
export async function invitationCode(api: TestApi, email: string): Promise<string> {
  const { rows } = await sql<{ link: string }>`select contents ->> 'link' as link from mail
    where template = 'staff-invitation' and recipient = ${email} order by created_at desc limit 1`.execute(api.deps.db);
  return rows[0]?.link.match(/\/invitation\/([^?]+)/)?.[1] ?? "";
}
