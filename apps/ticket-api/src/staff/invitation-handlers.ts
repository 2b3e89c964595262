import { staffInvitationHours } from "@guichet/contract/limits/staff-limits.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { acceptInvitation, getInvitation } from "@guichet/contract/office/staff-management.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { newPasswordHash } from "../authentication/passwords.ts";
import { hoursMs, later } from "../clock.ts";
import type { Database, Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { savePasswordHash } from "../sessions/staff-store.ts";
import { recordAuditEntry } from "./audit-entry-store.ts";
import { type Invitation, invitationByCode, saveInvitation, takeInvitation } from "./invitation-store.ts";

/** Handlers of the calls by which an invited person chooses a password. */
export const invitationHandlers: ModuleHandlers<"getInvitation" | "acceptInvitation"> = {
  getInvitation: async (ctx) => getHandler(ctx),
  acceptInvitation: async (ctx) => acceptHandler(ctx),
};

/** Sends an invitation with a link to the office, and returns when the link expires. An earlier link becomes invalid. */
export async function sendInvitation(
  tx: Tx,
  deps: Dependencies,
  invited: { networkId: string; staffId: string; name: string; email: string; language: Language; by: string },
): Promise<string> {
  const { networkId, staffId, name, email, language, by } = invited;
  const code = deps.ids.token();
  const codeHash = hashed(code);
  const expiresAt = later(deps.clock.now(), hoursMs(staffInvitationHours)).toISOString();
  await saveInvitation(tx, { staffId, codeHash, language, createdAt: deps.clock.iso(), expiresAt });
  // The page is in the language of the e-mail, whatever the browser asks for.
  const link = new URL(`/invitation/${code}?lang=${language}`, deps.config.officeUrl).href;
  await queueEmail(tx, deps, {
    networkId,
    accountId: null,
    to: email,
    template: "staff-invitation",
    language,
    values: { name, by, link, expiresAt },
    cause: `staff-invitation-${codeHash.slice(0, 32)}`,
  });
  return expiresAt;
}

async function validInvitation(
  db: Database | Tx,
  deps: Pick<Dependencies, "clock">,
  code: string,
): Promise<Result<Invitation, "CODE_INVALID" | "CODE_EXPIRED">> {
  const found = await invitationByCode(db, hashed(code));
  if (found === undefined) return err("CODE_INVALID");
  return Date.parse(found.expiresAt) > deps.clock.now().getTime() ? ok(found) : err("CODE_EXPIRED");
}

const getHandler: Handler<typeof getInvitation> = async ({ deps, request }) => {
  const found = await validInvitation(deps.db, deps, request.code);
  if (!found.ok) return found;
  const { name, email, expiresAt } = found.value;
  return ok({ name, email, expiresAt });
};

const acceptHandler: Handler<typeof acceptInvitation> = async ({ deps, request, tell }) => {
  const { code, newPassword } = request;
  const known = await validInvitation(deps.db, deps, code);
  if (!known.ok) return known;
  // Slow on purpose: outside the transaction, and only with a valid code.
  const passwordHash = await newPasswordHash(newPassword);
  if (!passwordHash.ok) return passwordHash;
  const done = await runTransaction<Invitation, "CODE_INVALID" | "CODE_EXPIRED">(deps.db, async (tx) => {
    const found = await validInvitation(tx, deps, code);
    if (!found.ok) return found;
    if (!(await takeInvitation(tx, hashed(code)))) return err("CODE_INVALID");
    const { staffId } = found.value;
    await savePasswordHash(tx, staffId, passwordHash.value, { isFirst: false });
    await recordAuditEntry(tx, deps, { networkId: null, staffId, act: "staff.accept-invitation", thing: staffId });
    return found;
  });
  if (!done.ok) return done;
  tell({ event: "staff.invitation-accepted", actor: { staff: done.value.staffId } });
  return ok({ email: done.value.email });
};
