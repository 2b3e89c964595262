import type { CallName } from "@guichet/contract/calls.ts";
import { Breakage, MediaNotDisabled, ProfileNotDisabled } from "./failures.ts";

/** Calls whose breaking has a message of its own (§8 "Client messages"). */
const ownBreakages: Partial<Record<CallName, new (cause: Breakage) => Breakage>> = {
  disableProfile: ProfileNotDisabled,
  unregisterMedia: MediaNotDisabled,
};

/** Reads an answer; where it is a breakage, in the call's own words if it has some. */
export function inOwnWords<T>(name: CallName, read: () => T): T {
  try {
    return read();
  } catch (failure) {
    const Own = ownBreakages[name];
    throw Own !== undefined && failure instanceof Breakage ? new Own(failure) : failure;
  }
}
