import type { Result } from "@guichet/contract/result.ts";
import type { LoadedNetwork } from "./registry.ts";

/** What the preview of a catalogue draft shows. */
export interface CataloguePreview {
  /** The draft's name. */
  name: string;
  expiresAt: string;
  /** The network as the draft leaves it. */
  network: LoadedNetwork;
}

/** Previews of catalogue drafts, implemented by `catalogue-drafts`. */
export interface CataloguePreviews {
  /** Opens a preview of this network by its token; refused with the `reason` (`PreviewEnd`) why it shows nothing. */
  open(network: LoadedNetwork, token: string): Promise<Result<CataloguePreview, "NOT_FOUND">>;
}
