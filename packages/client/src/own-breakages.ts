import type { CallName } from "@guichet/contract/calls.ts";
import { Breakage, MediaNotDisabled, ProfileNotDisabled } from "./failures.ts";

/** Exceptions of calls with their own failure message (§8 "Client messages"). */
const ownBreakages: Partial<Record<CallName, new (cause: Breakage) => Breakage>> = {
  disableProfile: ProfileNotDisabled,
  unregisterMedia: MediaNotDisabled,
};

/** Runs a reader and converts its `Breakage` to the call's own exception, if it has one. */
export function inOwnWords<T>(name: CallName, read: () => T): T {
  try {
    return read();
  } catch (failure) {
    const Own = ownBreakages[name];
    throw Own !== undefined && failure instanceof Breakage ? new Own(failure) : failure;
  }
}
