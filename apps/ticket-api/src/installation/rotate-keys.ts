import { daysMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { insertKey, type KeyPurpose } from "../keys.ts";
import { countSealedWith } from "../staff/second-factor-store.ts";
import { inUseSince, listKeys, retireKey } from "./key-rotation-store.ts";

type KeyDependencies = Pick<Dependencies, "db" | "clock">;

/**
 * How long a key is published before it signs: servers read keys twice a minute, ticket checkers fetch the public ones at
 * least once a day.
 */
const leadMs: Readonly<Record<KeyPurpose, number>> = {
  ticket: daysMs(1),
  "id-token": minutesMs(2),
  link: minutesMs(2),
  secret: minutesMs(2),
};

/** Creates the next key of a purpose. `now`: it signs immediately, to replace a stolen key. The previous key stays valid. */
export async function rotateKey(deps: KeyDependencies, purpose: KeyPurpose, { now = false } = {}) {
  const activeFrom = now ? deps.clock.iso() : later(deps.clock.now(), leadMs[purpose]).toISOString();
  const createdAt = deps.clock.iso();
  const kid = await deps.db.transaction().execute((tx) => insertKey(tx, purpose, { createdAt, activeFrom }));
  return { kid, activeFrom };
}

/** The result of retiring a key. `in-use`: what would become invalid. */
export type Retirement =
  | { outcome: "retired" }
  | { outcome: "unknown" }
  | { outcome: "signs"; purpose: KeyPurpose }
  | { outcome: "in-use"; tickets: number; vignettes: number }
  | { outcome: "seals"; secondFactors: number };

/**
 * Retires a key, so that nothing signed with it is valid any more. Refused for the key that signs now. Unless `force` is given, also
 * refused for a ticket key while tickets or stickers from its time are in use, and for a secret while second factors are encrypted
 * with it.
 */
export async function retireSigningKey(
  deps: KeyDependencies,
  kid: string,
  { force = false } = {},
): Promise<Retirement> {
  return deps.db.transaction().execute(async (tx): Promise<Retirement> => {
    const keys = await listKeys(tx);
    const key = keys.find((listed) => listed.kid === kid && listed.retiredAt === null);
    if (key === undefined) return { outcome: "unknown" };
    const at = deps.clock.iso();
    const signing = keys.find(
      ({ purpose, retiredAt, activeFrom }) => purpose === key.purpose && retiredAt === null && activeFrom <= at,
    );
    if (signing === undefined || signing.kid === kid) return { outcome: "signs", purpose: key.purpose };
    if (key.purpose === "ticket" && key.activeFrom <= signing.activeFrom && !force) {
      const used = await inUseSince(tx, signing.activeFrom);
      if (used.tickets + used.vignettes > 0) return { outcome: "in-use", ...used };
    }
    const secondFactors = key.purpose === "secret" && !force ? await countSealedWith(tx, kid) : 0;
    if (secondFactors > 0) return { outcome: "seals", secondFactors };
    await retireKey(tx, kid, at);
    return { outcome: "retired" };
  });
}
