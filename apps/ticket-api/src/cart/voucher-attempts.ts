import { wrongVouchersPerHour } from "@guichet/contract/limits/cart-limits.ts";
import { isVoucherLongEnough, type TypedVoucher, voucherCode } from "@guichet/rules/vouchers.ts";
import { minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { type AttemptLimit, countAttempt, isBlocked, lockSubject } from "../rate-limits/attempt-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { readVouchers } from "./voucher-store.ts";

const hour = minutesMs(60);
const wrongCodes: AttemptLimit = { limit: wrongVouchersPerHour, windowMs: hour, blockMs: hour };
/** Once a code was looked up, the same account or address may look it up again for an hour. */
const lookedUpCode: AttemptLimit = { limit: 1, windowMs: hour, blockMs: hour };

/** The customer who enters codes: an account, or for visitors and guests the address, because they can get a new session at will. */
export interface VoucherTypist {
  session: Pick<UserSession, "accountId" | "guest" | "cardId"> | null;
  address: string;
  /** Staff enter codes that customers show them. */
  counter: boolean;
}

/**
 * Reads the entered vouchers. Ten wrong codes an hour limit an account or address (§6): after that, a code that it has
 * not looked up before is not looked up. Verifying a cart again with the same codes does not count.
 */
export async function readTypedVouchers(
  deps: Dependencies,
  networkId: string,
  enteredBy: VoucherTypist,
  codes: readonly string[],
): Promise<TypedVoucher[]> {
  const account = enteredBy.session?.accountId ?? null;
  const isWithoutAccount = enteredBy.session === null || enteredBy.session.guest;
  const found = await readVouchers(deps.db, networkId, codes, account);
  const read = found.map((voucher) => ({ ...voucher, isWithoutAccount }));
  if (enteredBy.counter || codes.length === 0) return read;
  const right = new Set(read.flatMap(({ code, terms }) => (terms === null ? [] : [voucherCode(code)])));
  const unread = await selectUnreadable(deps, networkId, enteredBy, [...new Set(codes.map(voucherCode))], right);
  return read.map((voucher) =>
    unread.has(voucherCode(voucher.code)) ? { code: voucher.code, terms: null, unread: true } : voucher,
  );
}

/**
 * Selects the codes that may not be looked up, and counts the wrong ones. Concurrent requests of one account or address
 * run one after the other, so that they cannot exceed the limit.
 */
async function selectUnreadable(
  deps: Dependencies,
  networkId: string,
  { session, address }: VoucherTypist,
  codes: readonly string[],
  right: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const own = session !== null && !session.guest && session.cardId === null;
  const who = `voucher:${own ? session.accountId : addressBlock(address)}`;
  const now = deps.clock.now();
  const wasLookedUp = (code: string) => isBlocked(deps.db, networkId, subjectOf(who, code), now);
  const candidates = codes.filter(isVoucherLongEnough);
  const knowns = await Promise.all(candidates.map(wasLookedUp));
  const fresh = candidates.filter((_, index) => knowns[index] === false);
  if (fresh.length === 0) return new Set();
  return deps.db.transaction().execute(async (tx) => {
    await lockSubject(tx, networkId, who);
    const unread = new Set<string>();
    for (const code of fresh) {
      // Another request of the same account or address may have looked it up in the meantime.
      if (await isBlocked(tx, networkId, subjectOf(who, code), now)) continue;
      if (await isBlocked(tx, networkId, who, now)) {
        unread.add(code);
        continue;
      }
      if (!right.has(code)) await countAttempt(tx, networkId, who, now, wrongCodes);
      await countAttempt(tx, networkId, subjectOf(who, code), now, lookedUpCode);
    }
    return unread;
  });
}

const subjectOf = (who: string, code: string): string => `${who}:${hashed(code)}`;
