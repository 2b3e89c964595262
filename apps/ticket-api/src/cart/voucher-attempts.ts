import { wrongVouchersPerHour } from "@guichet/contract/limits/cart-limits.ts";
import { isVoucherLongEnough, type TypedVoucher, voucherCode } from "@guichet/rules/vouchers.ts";
import { minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { hashed } from "../ids.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { countAttempt, isBlocked, type TryLimit, takeTurn } from "../rate-limits/attempt-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { readVouchers } from "./voucher-store.ts";

const hour = minutesMs(60);
const wrongCodes: TryLimit = { limit: wrongVouchersPerHour, windowMs: hour, blockMs: hour };
/** Whoever was told about a code may be told again, for an hour. */
const told: TryLimit = { limit: 1, windowMs: hour, blockMs: hour };

/** Who types codes: the account; a visitor or a guest, who is somebody new at will, by address. */
export interface Typist {
  session: Pick<UserSession, "accountId" | "guest" | "cardId"> | null;
  address: string;
  /** Staff type what a customer shows them. */
  counter: boolean;
}

/**
 * Reads the vouchers that were typed. Ten wrong codes an hour slow an account or an address down (§6): after those, a code
 * that it was not told about before is not looked up. A cart that is verified again with the same codes tries nothing.
 */
export async function readTypedVouchers(
  deps: Dependencies,
  networkId: string,
  typist: Typist,
  codes: readonly string[],
): Promise<TypedVoucher[]> {
  const account = typist.session?.accountId ?? null;
  const isWithoutAccount = typist.session === null || typist.session.guest;
  const found = await readVouchers(deps.db, networkId, codes, account);
  const read = found.map((voucher) => ({ ...voucher, isWithoutAccount }));
  if (typist.counter || codes.length === 0) return read;
  const right = new Set(read.flatMap(({ code, terms }) => (terms === null ? [] : [voucherCode(code)])));
  const unread = await untold(deps, networkId, typist, [...new Set(codes.map(voucherCode))], right);
  return read.map((voucher) =>
    unread.has(voucherCode(voucher.code)) ? { code: voucher.code, terms: null, unread: true } : voucher,
  );
}

/** The codes that may not be told about; wrong ones are counted, one typist at a time, so that many at once get no more. */
async function untold(
  deps: Dependencies,
  networkId: string,
  { session, address }: Typist,
  codes: readonly string[],
  right: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const own = session !== null && !session.guest && session.cardId === null;
  const who = `voucher:${own ? session.accountId : addressBlock(address)}`;
  const now = deps.clock.now();
  const known = (code: string) => isBlocked(deps.db, networkId, subjectOf(who, code), now);
  const asked = codes.filter(isVoucherLongEnough);
  const knowns = await Promise.all(asked.map(known));
  const fresh = asked.filter((_, place) => knowns[place] === false);
  if (fresh.length === 0) return new Set();
  return deps.db.transaction().execute(async (tx) => {
    await takeTurn(tx, networkId, who);
    const unread = new Set<string>();
    for (const code of fresh) {
      // Another request of the same typist may have been told meanwhile.
      if (await isBlocked(tx, networkId, subjectOf(who, code), now)) continue;
      if (await isBlocked(tx, networkId, who, now)) {
        unread.add(code);
        continue;
      }
      if (!right.has(code)) await countAttempt(tx, networkId, who, now, wrongCodes);
      await countAttempt(tx, networkId, subjectOf(who, code), now, told);
    }
    return unread;
  });
}

const subjectOf = (who: string, code: string): string => `${who}:${hashed(code)}`;
