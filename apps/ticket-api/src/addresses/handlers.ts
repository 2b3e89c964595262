import { addressSearchesPerAddressAndHour } from "@guichet/contract/limits/address-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { hoursMs } from "../clock.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { directoryOf } from "./directory.ts";

export const addressesHandlers: ModuleHandlers<"searchAddresses"> = {
  searchAddresses: async ({ deps, network, request, address }) => {
    const directory = directoryOf(deps, network.definition);
    if (directory === undefined) return err("FEATURE_DISABLED");
    const limit = { limit: addressSearchesPerAddressAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };
    const subject = `address-search:${addressBlock(address)}`;
    if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), limit))) return err("TOO_MANY_REQUESTS");
    const found = await directory(request.text);
    return found.ok ? ok({ addresses: found.value }) : found;
  },
};
