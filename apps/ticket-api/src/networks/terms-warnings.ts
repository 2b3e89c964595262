import { type NetworkPack, termsKinds } from "@guichet/contract/network-pack.ts";
import type { PackFault } from "./pack-folder.ts";

type TermsOf = Pick<NetworkPack, "network" | "terms">;

/**
 * Warns of a legal text that changes in the default language without a later day from which it is in force: customers and orders would
 * have two texts of the same day. A new or changed translation is no warning.
 */
export function warnOfTermsDays(before: TermsOf | undefined, after: TermsOf): PackFault[] {
  const language = after.network.languages[0] ?? "fr";
  return termsKinds.flatMap((kind) => {
    const [was, will] = [before?.network.termsUpdatedOn[kind], after.network.termsUpdatedOn[kind]];
    const isChanged = before?.terms[kind]?.[language] !== after.terms[kind]?.[language];
    if (!isChanged || was === undefined || will === undefined || will > was) return [];
    const message = `the text changes, and its day is ${will}, not after the former one (${was})`;
    return [{ file: "network.json", path: `termsUpdatedOn.${kind}`, message }];
  });
}
