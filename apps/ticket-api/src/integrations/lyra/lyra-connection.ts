import { z } from "zod";
import { type ConnectionFault, ProviderRefused, ProviderUnreachable } from "../payment-provider.ts";
import { isRefusedFor, type LyraClient, lyraCodes } from "./lyra-client.ts";

/** An order that does not exist: that Lyra says so shows that it knows the shop. */
const unknownOrder = "connection-test";

/**
 * Tests whether Lyra accepts the shop's number and password. Where notifications are sent is part of each payment, so
 * that
 * there is nothing to test.
 */
export async function checkConnection(lyra: LyraClient): Promise<ConnectionFault[]> {
  try {
    await lyra.ask("Order/Get", { orderId: unknownOrder }, z.unknown());
    return [];
  } catch (failure) {
    if (isRefusedFor(failure, lyraCodes.transactionMissing)) return [];
    if (failure instanceof ProviderRefused) return [{ kind: "version-refused", detail: failure.code }];
    if (!(failure instanceof ProviderUnreachable)) throw failure;
    const isKeyRefused = failure.message.endsWith(lyraCodes.shopRefused);
    return [{ kind: isKeyRefused ? "key-refused" : "unreachable", detail: failure.message }];
  }
}
