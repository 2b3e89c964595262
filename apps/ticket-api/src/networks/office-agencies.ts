import type { NetworkPack } from "@guichet/contract/network-pack.ts";
import { PackAgencies } from "@guichet/contract/packs/pack-agencies.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import type { OfficeChangedAgency } from "../network-registry/agency-store.ts";
import { canonicalJson } from "./canonical.ts";
import type { PackFault } from "./pack-folder.ts";

/** What an import does with agencies that the office changed and the pack has otherwise: keeps them, or replaces them. */
export type OfficeAgencies = "keep" | "replace";

const Agency = PackAgencies.shape.agencies.element;

/** Tells the agencies that the office changed and the pack has otherwise from those that are the `same` in both (their ids). */
export function compareOfficeChanges(
  changed: readonly OfficeChangedAgency[],
  { agencies: { agencies } }: NetworkPack,
): { different: OfficeChangedAgency[]; same: string[] } {
  const isSame = ({ id, agency, isClosed }: OfficeChangedAgency): boolean => {
    const given = agencies.find((one) => one.id === id);
    if (given === undefined || isClosed) return given === undefined && isClosed;
    return canonicalJson(Agency, given) === canonicalJson(Agency, agency);
  };
  return {
    different: changed.filter((one) => !isSame(one)),
    same: changed.filter(isSame).map(({ id }) => id),
  };
}

/** Refuses to undo what the office changed: one fault for each of these agencies. */
export const faultsOfOfficeChanges = (
  different: readonly OfficeChangedAgency[],
  { network: { timeZone } }: NetworkPack,
): PackFault[] =>
  different.map(({ id, isClosed, changedAt, changedBy }) => ({
    file: "agencies.json",
    path: `agencies.${id}`,
    message: `${isClosed ? "closed" : "changed"} in the office on ${dayIn(changedAt, timeZone)}${changedBy === null ? "" : ` by ${changedBy}`}, and the pack differs: export the network first, or import with --office-agencies keep or replace`,
  }));

/** The pack with these agencies as the office left them. */
export function withAgenciesKept(pack: NetworkPack, kept: readonly OfficeChangedAgency[]): NetworkPack {
  const others = pack.agencies.agencies.filter(({ id }) => kept.every((one) => one.id !== id));
  const open = kept.filter(({ isClosed }) => !isClosed).map(({ agency }) => agency);
  return { ...pack, agencies: { ...pack.agencies, agencies: [...others, ...open] } };
}
