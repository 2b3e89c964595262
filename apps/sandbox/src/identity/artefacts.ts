import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "../clock.ts";

const most = 50_000;

interface Artefact {
  payload: AdapterPayload;
  /** Expiry on the sandbox's clock. */
  dueMs: number;
}

export interface Artefacts {
  /** Adapter for one kind of artefact, as the library requires it. */
  of(kind: string): Adapter;
  /** Returns an artefact that has not expired. */
  read(kind: string, id: string): AdapterPayload | undefined;
  /** Remaining lifetime in whole seconds on the sandbox's clock; 0 after expiry. */
  secondsLeft(kind: string, id: string): number;
}

/**
 * In-memory store of sessions, codes, grants and tokens. The library uses the system clock and accepts no other; this store
 * hides artefacts that have expired on the sandbox's clock, so that a moved clock ends them.
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
    // Deletes the oldest first: a map keeps insertion order.
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
      // Only used by the device flow, which is disabled.
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
