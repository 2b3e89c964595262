import { addressSearchesPerAddressAndHour } from "@guichet/contract/limits.ts";
import { done, refuse } from "@guichet/contract/outcome.ts";
import { hoursMs } from "../clock.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { addressBlock } from "../rate-limits/address-block.ts";
import { takeTry } from "../rate-limits/attempt-store.ts";
import { directoryOf } from "./directory.ts";

export const addressesAnswers: RoomAnswers<"searchAddresses"> = {
  searchAddresses: async ({ house, network, request, address }) => {
    const directory = directoryOf(house, network.definition);
    if (directory === undefined) return refuse("FEATURE_DISABLED");
    const tries = { limit: addressSearchesPerAddressAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };
    const subject = `address-search:${addressBlock(address)}`;
    if (!(await takeTry(house.db, network.id, subject, house.clock.now(), tries))) return refuse("TOO_MANY_REQUESTS");
    const found = await directory(request.text);
    return found.ok ? done({ addresses: found.value }) : found;
  },
};
