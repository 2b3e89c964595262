import { hashPassword } from "../../authentication/passwords.ts";
import type { Dependencies } from "../../dependencies.ts";
import { insertStaff, saveRoles } from "../../sessions/staff-store.ts";
import { officeClient } from "../test-api.ts";
import { staffPassword } from "../test-staff.ts";
import { networkOf, protocols } from "./crash-protocols.ts";
import { askApi } from "./crash-request.ts";

type Refund = { orderId: string | undefined; scope: "order" } | { orderId: string | undefined; scope: "goodwill" };
const goodwillAmount = { amount: 50, currency: "EUR" };

/** A member of the staff of every network, signed in at a process that is not killed. */
export interface CrashStaff {
  /** Refunds an order, or gives 0.50 of it back as goodwill; returns the refund, undefined if there was no response. */
  refund(api: string, network: string, refund: Refund): Promise<string | undefined>;
  /** The same, unless the order shows a refund already: what a member does who got no response. */
  refundUnlessDone(api: string, network: string, refund: Refund): Promise<void>;
}

export async function openCrashStaff({ db, ids, clock }: Dependencies, survivor: string): Promise<CrashStaff> {
  const member = { id: ids.uuid(), email: "yanis@operator.example", name: "Yanis Kermarec" };
  const passwordHash = await hashPassword(staffPassword);
  await db.transaction().execute(async (tx) => {
    await insertStaff(tx, { ...member, passwordHash }, clock.iso());
    for (const protocol of protocols) await saveRoles(tx, member.id, networkOf[protocol], ["agent"]);
  });
  const signedIn = await askApi(
    survivor,
    "officeLogin",
    { email: member.email, password: staffPassword },
    { network: networkOf.stripe, client: officeClient },
  );
  const token = signedIn?.staffToken;
  if (token === undefined) throw new Error("The member of the staff could not sign in");
  const refund: CrashStaff["refund"] = async (api, network, { orderId, scope }) => {
    const amount = scope === "goodwill" ? { amount: goodwillAmount } : {};
    const asked = { orderId, scope, reason: "the line was closed", ...amount };
    const answer = await askApi(api, "refundOrder", asked, { network, token, client: officeClient });
    return answer?.refund?.refundId;
  };
  return {
    refund,
    refundUnlessDone: async (api, network, asked) => {
      const { orderId } = asked;
      const shown = await askApi(api, "listRefunds", { orderId }, { network, token, client: officeClient });
      if (shown?.items?.length === 0) await refund(api, network, asked);
    },
  };
}
