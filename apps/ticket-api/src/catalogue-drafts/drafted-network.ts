import type { Database } from "../database/database.ts";
import { type LoadedNetwork, loadedNetwork } from "../network-registry/registry.ts";
import { applyDraft } from "./apply-draft.ts";
import { readChanges } from "./draft-change-store.ts";
import type { DraftRow } from "./draft-store.ts";
import { faultsOf, livePack } from "./draft-view.ts";

/**
 * The network as a draft leaves it; its version is that of no live one. `faults`: the draft could not be published, and so no network can
 * be made of it.
 */
export async function draftedNetwork(
  db: Database,
  { id, version, logo, travel }: LoadedNetwork,
  draft: Pick<DraftRow, "id" | "version">,
): Promise<LoadedNetwork | "faults"> {
  const live = await livePack(db, id);
  const applied = applyDraft(live, await readChanges(db, draft.id));
  if ((await faultsOf(db, live, applied)).length > 0) return "faults";
  const { network, catalogue, terms } = applied.pack;
  return loadedNetwork({
    ...{ id, version: `${version}-${draft.id}-${draft.version}`, definition: network, logo, travel },
    ...{ catalogue, draftedTerms: terms },
  });
}
