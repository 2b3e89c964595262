import { terminationsPerAddressAndHour } from "@guichet/contract/limits/termination-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { requestTermination } from "@guichet/contract/terminations.ts";
import { minutesMs } from "../clock.ts";
import type { Handler } from "../http/call-handler.ts";
import { hashed } from "../ids.ts";
import { plan } from "../jobs/plan-job.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { contractNumber } from "./match-request.ts";
import { insertRequest } from "./request-store.ts";

const requestsPerAddress = {
  limit: terminationsPerAddressAndHour,
  windowMs: minutesMs(60),
  blockMs: minutesMs(15),
};
/** Length of a reference, which is read aloud on the phone. */
const referenceLength = 8;

/**
 * Records a termination notified without a sign-in. A job later looks for the contract, so that neither the response
 * nor its time reveals whether it exists (decision 135).
 */
export const requestTerminationHandler: Handler<typeof requestTermination> = async (ctx) => {
  const { deps, network, request, language, address } = ctx;
  const subject = `termination:${addressBlock(address)}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), requestsPerAddress)))
    return err("TOO_MANY_REQUESTS");
  const id = deps.ids.uuid();
  const reference = `R-${deps.ids.spoken(referenceLength)}`;
  const requestedAt = deps.clock.iso();
  const { number, firstName, lastName, email, contract, endOn = null, reason = null } = request;
  await deps.db.transaction().execute(async (tx) => {
    const typed = { number: contractNumber(number), firstName, lastName, email, contract, endOn, reason };
    await insertRequest(tx, { id, networkId: network.id, reference, ...typed, language, requestedAt });
    const payload = { id, requester: hashed(addressBlock(address)) };
    await plan(tx, deps, { networkId: network.id, kind: "termination-request", key: id, payload });
  });
  deps.wake();
  return ok({ reference, receivedAt: requestedAt });
};
