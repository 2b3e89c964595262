import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { codesOutsidePack, usedBeyond } from "../cart/voucher-store.ts";
import type { Database, Tx } from "../database/database.ts";
import { agenciesChangedInOffice, forgetOfficeChanges } from "../network-registry/agency-store.ts";
import { toolkitKey } from "../network-registry/toolkit-key.ts";
import type { SavingProgress } from "../transit-feed/feed-store.ts";
import { exportPack } from "./export.ts";
import { forgetOfficeItems, itemsChangedInOffice } from "./office-change-store.ts";
import {
  compareOfficeAgencies,
  compareOfficeItems,
  faultsOfOfficeChanges,
  type OfficeChanges,
  withAgenciesKept,
  withItemsKept,
} from "./office-changes.ts";
import { checkPack, withIdPaths } from "./pack-checks.ts";
import type { PackFault } from "./pack-folder.ts";
import { comparePacks, type PackChange } from "./pack-report.ts";
import { warnOfPack } from "./pack-warnings.ts";
import { lockForImport, namesOfOtherNetworks, salesCurrency, savePack, timeZoneOfClosedMonths } from "./store.ts";
import { warnOfTermsDays } from "./terms-warnings.ts";

export type ImportResult =
  | { ok: true; changes: PackChange[]; warnings: PackFault[] }
  | { ok: false; faults: PackFault[] };

/**
 * Creates or updates a network from its pack, in one transaction at the instant `at`. Returns every change, and warnings of likely
 * mistakes. If there is a fault, nothing changes and all faults are returned. A pack without changes writes nothing and keeps the
 * version. What the office changed since the last import of agencies and the catalogue, and the pack has otherwise, is a fault unless
 * `officeChanges` says what becomes of it: an older pack does not undo what the staff did.
 */
export async function importPack(
  db: Database,
  pack: NetworkPack,
  at: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  return db.transaction().execute((tx) => importChecked(tx, pack, at, options));
}

export interface ImportOptions {
  officeChanges?: OfficeChanges;
  /** Progress of what takes long, the rows of the feed. */
  onProgress?: SavingProgress;
}

async function importChecked(
  tx: Tx,
  given: NetworkPack,
  at: string,
  { officeChanges, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const { id } = given.network;
  await lockForImport(tx, id);
  const before = await exportPack(tx, id);
  const office = await compareWithOffice(tx, given, before);
  const pack = officeChanges === "keep" ? office.withKept() : given;
  const faults = [...checkPack(pack), ...withIdPaths(pack, await faultsAgainstInstallation(tx, pack))];
  if (officeChanges === undefined) faults.push(...office.faults);
  if (faults.length > 0) return { ok: false, faults };
  const changes = comparePacks(before, pack);
  const warnings = withIdPaths(pack, [...warnOfPack(pack, at), ...warnOfTermsDays(before, pack)]);
  // The pack has these changes itself now.
  await forgetOfficeChanges(tx, id, office.agencies.same);
  await forgetOfficeItems(tx, id, officeChanges === "keep" ? office.items.same : office.items.all);
  if (changes.every(({ change }) => change === "unchanged")) return { ok: true, changes, warnings };
  const kept = officeChanges === "keep" ? office.agencies.different.map((one) => one.id) : [];
  await savePack(tx, pack, at, { kept, onProgress });
  return { ok: true, changes, warnings };
}

/** Compares a pack with what the office changed since the last import of the network (`live`; undefined: there was none). */
async function compareWithOffice(tx: Tx, given: NetworkPack, live: NetworkPack | undefined) {
  const { id } = given.network;
  const agencies = compareOfficeAgencies(await agenciesChangedInOffice(tx, id), given);
  const all = live === undefined ? [] : await itemsChangedInOffice(tx, id);
  const items = { ...compareOfficeItems(all, live ?? given, given), all };
  return {
    ...{ agencies, items },
    faults: faultsOfOfficeChanges(agencies.different, items.different, given),
    withKept: () => withItemsKept(withAgenciesKept(given, agencies.different), items.different, live ?? given),
  };
}

async function faultsAgainstInstallation(tx: Tx, { network, vouchers }: NetworkPack): Promise<PackFault[]> {
  const takenNames = await namesOfOtherNetworks(tx, network.id, network.domains, toolkitKey(network));
  const used = await usedBeyond(tx, network.id, vouchers.vouchers);
  const codes = vouchers.vouchers.map(({ code }) => code);
  const taken = await codesOutsidePack(tx, network.id, codes);
  const soldIn = await salesCurrency(tx, network.id);
  const closedIn = await timeZoneOfClosedMonths(tx, network.id);
  return [
    ...(soldIn !== undefined && soldIn !== network.currency
      ? [
          {
            file: "network.json",
            path: "currency",
            message: `there are orders in ${soldIn}: a network that has sold keeps its currency; sell in ${network.currency} from a network of another id`,
          },
        ]
      : []),
    ...(closedIn !== undefined && closedIn !== network.timeZone
      ? [
          {
            file: "network.json",
            path: "timeZone",
            message: `there are closed months in ${closedIn}: another time zone would leave a gap between them and the next`,
          },
        ]
      : []),
    ...takenNames.map(({ name, networkId, what }) => ({
      file: "network.json",
      path: what === "key" ? "authentication.key" : `domains.${network.domains.indexOf(name)}`,
      message: `${name} belongs to the network ${networkId}`,
    })),
    ...used.map(({ code, uses }) => ({
      file: "vouchers.json",
      path: `vouchers.${codes.indexOf(code)}.limit`,
      message: `${code} was used ${uses} times already`,
    })),
    ...taken.map(({ code, of }) => ({
      file: "vouchers.json",
      path: `vouchers.${codes.indexOf(code)}.code`,
      message: `${code} is the code of a ${of} already: choose another code`,
    })),
  ];
}
