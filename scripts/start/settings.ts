import { readConfig as readOffice } from "../../apps/office/server/config.ts";
import { readConfig as readSandbox } from "../../apps/sandbox/src/config.ts";
import { readConfig as readShop } from "../../apps/shop/server/config.ts";
import { readConfig as readApi } from "../../apps/ticket-api/src/config.ts";
import { StartRefused } from "./config.ts";
import type { Plans } from "./parts.ts";

/** Checks the settings of all parts before anything starts. Throws `StartRefused` with every error. */
export function checkSettings({ api, shop, office, sandbox }: Plans): void {
  const faults = [
    faultOf(() => readApi(api.environment)),
    faultOf(() => readShop(shop.environment)),
    faultOf(() => readOffice(office.environment)),
    faultOf(() => sandbox && readSandbox(sandbox.environment)),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new StartRefused(faults.join("\n"));
}

function faultOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}
