import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import { hashPassword } from "../authentication/passwords.ts";
import type { Dependencies } from "../dependencies.ts";
import { insertStaff, saveRoles, staffByEmail } from "../sessions/staff-store.ts";
import { demoPassword } from "./people.ts";

/** The demo's staff: one for each role, in every network. */
export const demoStaff: readonly { email: string; name: string; role: StaffRole }[] = [
  { email: "admin@demo.example", name: "Maëlle Le Bihan", role: "admin" },
  { email: "agent@demo.example", name: "Yanis Kermarec", role: "agent" },
  { email: "validator@demo.example", name: "Soazig Perrot", role: "examiner" },
  { email: "manager@demo.example", name: "Nolwenn Cadiou", role: "manager" },
  { email: "accountant@demo.example", name: "Hervé Tanguy", role: "accountant" },
  { email: "inspector@demo.example", name: "Awa Diallo", role: "inspector" },
  { email: "reader@demo.example", name: "Paul Salaün", role: "reader" },
];

/** Creates the demo's staff in every network of the installation; existing ones are left as they are. */
export async function makeDemoStaff(deps: Dependencies): Promise<void> {
  const networks = await deps.networks.ids();
  let passwordHash: string | undefined;
  for (const { email, name, role } of demoStaff) {
    if ((await staffByEmail(deps.db, email)) !== undefined) continue;
    passwordHash ??= await hashPassword(demoPassword);
    const staff = { id: deps.ids.uuid(), email, name, passwordHash };
    await deps.db.transaction().execute(async (tx) => {
      if (!(await insertStaff(tx, staff, deps.clock.iso()))) return;
      for (const networkId of networks) await saveRoles(tx, staff.id, networkId, [role]);
    });
  }
}
