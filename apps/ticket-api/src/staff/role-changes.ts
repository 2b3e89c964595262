import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import type { Tx } from "../database/database.ts";
import { rolesOf } from "../sessions/staff-store.ts";

/** The roles of a person in a network. */
export async function rolesIn(tx: Tx, networkId: string, staffId: string): Promise<readonly string[]> {
  return (await rolesOf(tx, staffId)).find((each) => each.networkId === networkId)?.roles ?? [];
}

/** What the audit log says about changed roles; nothing if they stayed the same. */
export function rolesChange(before: readonly string[], after: readonly string[]): AuditChange[] {
  const [was, is] = [before, after].map((roles) => roles.toSorted().join(", ") || null);
  return was === is ? [] : [{ field: "roles", before: was ?? null, after: is ?? null }];
}
