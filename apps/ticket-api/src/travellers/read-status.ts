import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { Traveller } from "../account-records/traveller-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** Validates a declared tariff status of the network; null removes it, absent changes nothing (`profiling`). */
export function readStatus(
  { definition, statuses }: Pick<LoadedNetwork, "definition" | "statuses">,
  tariffStatus: string | null | undefined,
): Result<Partial<Pick<Traveller, "tariffStatus">>, "FEATURE_DISABLED" | "FIELD_INVALID"> {
  if (tariffStatus === undefined) return ok({});
  if (!definition.switches.profiling) return err("FEATURE_DISABLED");
  const known = tariffStatus === null || statuses.some(({ id }) => id === tariffStatus);
  return known ? ok({ tariffStatus }) : err("FIELD_INVALID", { field: "tariffStatus" });
}
