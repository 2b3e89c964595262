import type { Support } from "@guichet/contract/catalogue.ts";
import type { Tunnel, TunnelPassenger } from "@guichet/rules/tunnel.ts";
import { useSyncExternalStore } from "react";
import { isObject, listOf, textOf } from "../cart/stored-values.ts";

/** The tunnel state stored in this browser under the key `tunnel` (§3 "Tunnel state", §4). */
export interface TunnelState extends Tunnel {
  /** The passes chosen so far, by passenger. */
  passes: Readonly<Record<string, ChosenPass>>;
  /** The account that the state belongs to; for any other account it is empty. */
  ownerId: string | null;
}

export interface ChosenPass {
  shopItemId: string;
  /** The first day of the chosen week or month; null where the article has no start. */
  day: string | null;
}

export const tunnelKey = "tunnel";
const passengersMax = 20;
const supports: readonly Support[] = ["SHIPPING", "COLLECT", "PHYSICAL"];

export const emptyTunnel: TunnelState = {
  passengers: [],
  media: null,
  selectedMedia: null,
  ready: false,
  passes: {},
  ownerId: null,
};

/** Parses the stored state; invalid data counts as empty, so that it never blocks the tunnel. */
export function parseTunnel(stored: string | null): TunnelState {
  if (stored === null) return emptyTunnel;
  try {
    return tunnelOf(JSON.parse(stored));
  } catch {
    return emptyTunnel;
  }
}

function tunnelOf(value: unknown): TunnelState {
  if (!isObject(value)) return emptyTunnel;
  const { media, passes } = value;
  return {
    passengers: listOf(value.passengers, passengerOf, passengersMax),
    media: media === "physical" || media === "dematerialised" ? media : null,
    selectedMedia: selectedOf(value.selectedMedia),
    ready: value.ready === true,
    passes: isObject(passes)
      ? Object.fromEntries(
          Object.entries(passes)
            .slice(0, passengersMax)
            .flatMap(([id, pass]) => passOf(id, pass)),
        )
      : {},
    ownerId: textOf(value.ownerId),
  };
}

function passengerOf(value: unknown): TunnelPassenger | null {
  const id = isObject(value) ? textOf(value.id) : null;
  return isObject(value) && id !== null ? { id, media: textOf(value.media) } : null;
}

function selectedOf(value: unknown): TunnelState["selectedMedia"] {
  if (!isObject(value)) return null;
  const shopItemId = textOf(value.shopItemId);
  const support = supports.find((known) => known === value.support);
  return shopItemId === null || support === undefined ? null : { shopItemId, support };
}

function passOf(id: string, value: unknown): [string, ChosenPass][] {
  const shopItemId = isObject(value) ? textOf(value.shopItemId) : null;
  return isObject(value) && shopItemId !== null ? [[id, { shopItemId, day: textOf(value.day) }]] : [];
}

let current: TunnelState | undefined;
const listeners = new Set<() => void>();

/** Reads the current tunnel state; never throws, whatever the storage does. */
export function readTunnel(): TunnelState {
  current ??= parseTunnel(stored());
  return current;
}

function stored(): string | null {
  try {
    return localStorage.getItem(tunnelKey);
  } catch {
    return null;
  }
}

function write(next: TunnelState): void {
  current = next;
  try {
    localStorage.setItem(tunnelKey, JSON.stringify(next));
  } catch {
    // Storage is blocked or full: the state lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function fromOtherTab(event: StorageEvent): void {
  if (event.key !== tunnelKey && event.key !== null) return;
  current = parseTunnel(event.newValue);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("storage", fromOtherTab);
    // Storage may have been cleared in the meantime: at sign-out, or by another account.
    current = undefined;
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", fromOtherTab);
  };
}

/** Actions on the tunnel; each is stored immediately and broadcast to every tab. */
export const tunnel = {
  change: (part: Partial<TunnelState>): void => write({ ...readTunnel(), ...part }),
  pass: (passengerId: string, pass: ChosenPass): void => {
    const before = readTunnel();
    write({ ...before, passes: { ...before.passes, [passengerId]: pass } });
  },
  begin: (ownerId: string, passengers: readonly TunnelPassenger[] = []): void =>
    write({ ...emptyTunnel, ownerId, passengers }),
};

/** The tunnel state of the signed-in user; the state of another account is ignored. */
export function useTunnel(ownerId: string): TunnelState {
  const state = useSyncExternalStore(subscribe, readTunnel, () => emptyTunnel);
  return state.ownerId === ownerId ? state : emptyTunnel;
}
