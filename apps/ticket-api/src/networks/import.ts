import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { usedBeyond } from "../cart/voucher-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { toolkitKey } from "../network-registry/toolkit-key.ts";
import { exportPack } from "./export.ts";
import { checkPack, thingsByIds } from "./pack-checks.ts";
import type { PackFault } from "./pack-folder.ts";
import { comparePacks, type PackChange } from "./pack-report.ts";
import { warnOfPack } from "./pack-warnings.ts";
import { lockForImport, salesCurrency, savePack, takenByOthers } from "./store.ts";

export type ImportOutcome =
  | { ok: true; changes: PackChange[]; warnings: PackFault[] }
  | { ok: false; faults: PackFault[] };

/**
 * Makes or updates a network from its pack, in one transaction at the instant `at`. Answers what changed, thing by
 * thing, and what is likely a slip; on any fault nothing changes, and every fault is told. A pack that changes nothing writes nothing, and the version stays.
 */
export async function importPack(db: Database, pack: NetworkPack, at: string): Promise<ImportOutcome> {
  return db.transaction().execute((tx) => importChecked(tx, pack, at));
}

async function importChecked(tx: Tx, pack: NetworkPack, at: string): Promise<ImportOutcome> {
  const { id } = pack.network;
  await lockForImport(tx, id);
  const faults = [...checkPack(pack), ...thingsByIds(pack, await faultsAgainstInstallation(tx, pack))];
  if (faults.length > 0) return { ok: false, faults };
  const changes = comparePacks(await exportPack(tx, id), pack);
  const warnings = thingsByIds(pack, warnOfPack(pack, at));
  if (changes.every(({ change }) => change === "unchanged")) return { ok: true, changes, warnings };
  await savePack(tx, pack, at);
  return { ok: true, changes, warnings };
}

async function faultsAgainstInstallation(tx: Tx, { network, vouchers }: NetworkPack): Promise<PackFault[]> {
  const taken = await takenByOthers(tx, network.id, network.domains, toolkitKey(network));
  const used = await usedBeyond(tx, network.id, vouchers.vouchers);
  const sold = await salesCurrency(tx, network.id);
  return [
    ...(sold !== undefined && sold !== network.currency
      ? [
          {
            file: "network.json",
            path: "currency",
            message: `there are orders in ${sold}: a network that has sold keeps its currency; sell in ${network.currency} from a network of another id`,
          },
        ]
      : []),
    ...taken.map(({ name, networkId, what }) => ({
      file: "network.json",
      path: what === "key" ? "authentication.key" : `domains.${network.domains.indexOf(name)}`,
      message: `${name} belongs to the network ${networkId}`,
    })),
    ...used.map(({ code, uses }) => ({
      file: "vouchers.json",
      path: `vouchers.${vouchers.vouchers.findIndex((voucher) => voucher.code === code)}.limit`,
      message: `${code} was used ${uses} times already`,
    })),
  ];
}
