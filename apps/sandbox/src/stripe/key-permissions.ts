import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "./refusals.ts";

/** What a restricted key may lack, by the first part of a path below `/v1`: the names in Stripe's errors. */
const resources: Readonly<Record<string, string>> = {
  account: "accounts_kyc_basic",
  balance_transactions: "balance_transaction",
  charges: "charge",
  checkout: "checkout_session",
  customers: "customer",
  disputes: "dispute",
  events: "event",
  files: "file",
  mandates: "mandate",
  payment_intents: "payment_intent",
  payment_method_configurations: "payment_method_configuration",
  payment_methods: "payment_method",
  payouts: "payout",
  refunds: "charge",
  setup_intents: "setup_intent",
  webhook_endpoints: "webhook_endpoint",
};

/** Permissions, as `rak_charge_write`, that testers took from the key; they are back after a restart. */
export type MissingPermissions = Set<string>;

const request = z.strictObject({ missing: z.array(z.string().max(100)).max(50) });

/** Set as in Stripe's dashboard: which permissions the key does not have. */
export function permissionControls(app: FastifyInstance, missing: MissingPermissions): void {
  app.post("/key-permissions", async (asked, reply) => {
    const read = request.safeParse(asked.body);
    if (!read.success) return reply.code(400).send({ error: { code: "request_invalid", message: "missing" } });
    missing.clear();
    for (const permission of read.data.missing) missing.add(permission);
    return { missing: [...missing] };
  });
}

/** Refuses a request that the key may not make, as Stripe does before it looks at its parameters: a write needs its permission to write. */
export function checkPermission(
  { method, url }: Pick<FastifyRequest, "method" | "url">,
  missing: MissingPermissions,
): void {
  const resource = resources[url.split("?")[0]?.split("/")[2] ?? ""];
  const permission = `rak_${resource}_${method === "GET" ? "read" : "write"}`;
  if (!missing.has(permission)) return;
  const message = `The provided key does not have the required permissions for this endpoint. Having the '${permission}' permission would allow this request to continue.`;
  throw new Refusal(403, { type: "invalid_request_error", message });
}
