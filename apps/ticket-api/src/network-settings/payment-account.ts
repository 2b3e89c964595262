import { isTestKey } from "@guichet/contract/integrations/stripe-accounts.ts";
import { connectionTestsPerHour } from "@guichet/contract/limits/payment-limits.ts";
import type {
  getPaymentAccount,
  PaymentAccount,
  testPaymentAccount,
} from "@guichet/contract/office/catalogue/network-settings.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { hoursMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import { readOutages } from "../jobs/outage-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { readAccountState, recordTest } from "../payments/payment-account-store.ts";
import { notifyUrl } from "../payments/start-payment.ts";
import { connectionFaults, wantedConnection } from "../payments/test-connection.ts";
import { countAttempt, waitSeconds } from "../rate-limits/attempt-store.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";

export const getAccountHandler: Handler<typeof getPaymentAccount> = async ({ deps, network }) =>
  ok({ account: await accountOf(deps, network) });

const testsOfConnection = { limit: connectionTestsPerHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };
const testsSubject = "payment-account-test";

export const testAccountHandler: Handler<typeof testPaymentAccount> = async ({ deps, network, session }) => {
  const account = deps.payments.accountOf(network.definition);
  if (!(await countAttempt(deps.db, network.id, testsSubject, deps.clock.now(), testsOfConnection))) {
    const wait = await waitSeconds(deps.db, network.id, [testsSubject], deps.clock.now());
    return err("TOO_MANY_REQUESTS", { retryAfterSeconds: wait.get(testsSubject) ?? 1 });
  }
  const wanted = wantedConnection(deps, account, [network.definition]);
  const faults = await connectionFaults(deps.payments, account, wanted);
  const answered = faults.every(({ kind }) => kind !== "unreachable" && kind !== "not-configured");
  await deps.db.transaction().execute(async (tx) => {
    await recordTest(tx, account, { at: deps.clock.iso(), faults, answered });
    await recordAuditEntry(tx, deps, {
      ...{ networkId: network.id, staffId: session.staffId, act: "payment-account.test", thing: account },
      reason: faults.length === 0 ? null : faults.map(({ kind }) => kind).join(", "),
    });
  });
  return ok({ account: await accountOf(deps, network) });
};

/** What is known of the network's account; no part of its keys. */
async function accountOf(deps: Dependencies, { definition }: LoadedNetwork): Promise<PaymentAccount> {
  const account = deps.payments.accountOf(definition);
  const [state, outages] = await Promise.all([readAccountState(deps.db, account), readOutages(deps.db)]);
  const { testedAt = null, faults = null } = state ?? {};
  return {
    ...{ provider: definition.payment.provider, account: definition.payment.account },
    mode: modeOf(deps.config, definition.payment),
    notifyUrl: notifyUrl(deps, account),
    unreachableSince: outages.find(({ party }) => party === "payment-provider")?.since ?? null,
    ...{ webhookAt: state?.webhookAt ?? null, answeredAt: state?.answeredAt ?? null },
    test: testedAt === null || faults === null ? null : { at: testedAt, faults },
  };
}

/** Whether an account takes real money, by the form of its keys; null: there are none. */
function modeOf(
  { stripe, lyra }: Dependencies["config"],
  { provider, account }: LoadedNetwork["definition"]["payment"],
): PaymentAccount["mode"] {
  const [stripeKeys, lyraKeys] = [stripe.accounts[account], lyra.accounts[account]];
  if (provider === "stripe" && stripeKeys !== undefined) return isTestKey(stripeKeys) ? "test" : "live";
  if (provider === "lyra" && lyraKeys !== undefined)
    return lyraKeys.password.startsWith("testpassword_") ? "test" : "live";
  return null;
}
