import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "../clock.ts";

const most = 50_000;

interface Artefact {
  payload: AdapterPayload;
  /** When it ends on the sandbox's clock. */
  dueMs: number;
}

export interface Artefacts {
  /** The store of one kind, in the library's terms. */
  of(kind: string): Adapter;
  /** What is kept and still good. */
  read(kind: string, id: string): AdapterPayload | undefined;
  /** Whole seconds that are left of it on the sandbox's clock; 0 when it is gone. */
  secondsLeft(kind: string, id: string): number;
}

/**
 * Sessions, codes, grants and tokens, in memory. The library reckons with the computer's time and cannot be given
 * another; here nothing is found any more that has ended on the sandbox's clock, so that a moved clock ends it.
 */
export function openArtefacts(clock: Clock): Artefacts {
  const kept = new Map<string, Artefact>();
  const byUid = new Map<string, string>();

  function find(key: string): AdapterPayload | undefined {
    const found = kept.get(key);
    if (found === undefined) return undefined;
    if (found.dueMs > clock.now().getTime()) return found.payload;
    forget(key);
    return undefined;
  }

  function forget(key: string): void {
    const uid = kept.get(key)?.payload.uid;
    if (uid !== undefined && byUid.get(uid) === key) byUid.delete(uid);
    kept.delete(key);
  }

  function makeRoom(): void {
    if (kept.size < most) return;
    const nowMs = clock.now().getTime();
    for (const [key, { dueMs }] of kept) if (dueMs <= nowMs) forget(key);
    // The oldest goes first: a map keeps the order of entry.
    for (const key of kept.keys()) {
      if (kept.size < most) return;
      forget(key);
    }
  }

  return {
    read: (kind, id) => find(`${kind}:${id}`),
    secondsLeft(kind, id) {
      const dueMs = find(`${kind}:${id}`) && kept.get(`${kind}:${id}`)?.dueMs;
      return dueMs === undefined ? 0 : Math.round((dueMs - clock.now().getTime()) / 1000);
    },
    of: (kind) => ({
      async upsert(id, payload, expiresIn) {
        makeRoom();
        const dueMs = expiresIn ? clock.now().getTime() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
        kept.set(`${kind}:${id}`, { payload, dueMs });
        if (payload.uid !== undefined) byUid.set(payload.uid, `${kind}:${id}`);
      },
      find: async (id) => find(`${kind}:${id}`),
      findByUid: async (uid) => find(byUid.get(uid) ?? ""),
      // Only the device flow asks this, and it is off.
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = find(`${kind}:${id}`);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        forget(`${kind}:${id}`);
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) forget(key);
      },
    }),
  };
}
