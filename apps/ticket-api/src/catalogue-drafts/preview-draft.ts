import type { PreviewEnd } from "@guichet/contract/catalogue.ts";
import { cataloguePreviewHours } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import type { previewCatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { LRUCache } from "lru-cache";
import { hoursMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { linkHolds, signLink } from "../link-signature.ts";
import type { CataloguePreviews } from "../network-registry/catalogue-previews.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { shopOrigin } from "../network-registry/shop-address.ts";
import { networkIn } from "../networks/handlers.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { type DraftRow, readDraft } from "./draft-store.ts";
import { draftedNetwork } from "./drafted-network.ts";
import { because } from "./edit-draft.ts";

type Signing = Pick<Dependencies, "keys" | "clock">;

/** The signed text of a token. The network is part of it: in the shop of another network, the token is unknown. */
const signedText = (networkId: string, draftId: string, until: string): string =>
  `guichet-catalogue-preview:${networkId}:${draftId}:${until}`;

/** A token that shows a draft in the shop of its network: draft, end in seconds since the epoch, signature. */
function previewToken(deps: Signing, { id, networkId }: Pick<DraftRow, "id" | "networkId">) {
  const until = `${Math.floor((deps.clock.now().getTime() + hoursMs(cataloguePreviewHours)) / 1000)}`;
  return { token: `${id}.${until}.${signLink(deps, signedText(networkId, id, until))}`, expiresAt: instantOf(until) };
}

const instantOf = (seconds: string): string => new Date(Number(seconds) * 1000).toISOString();

/** The draft of a token that this installation made for the network, and until when it holds; undefined: it does not. */
function readToken(deps: Signing, networkId: string, token: string) {
  const [draftId = "", until = "", signature = "", ...more] = token.split(".");
  if (!isUuid(draftId) || !/^\d{1,12}$/.test(until) || more.length > 0) return undefined;
  const expiresAt = instantOf(until);
  if (deps.clock.iso() >= expiresAt || !linkHolds(deps, signedText(networkId, draftId, until), signature))
    return undefined;
  return { draftId, expiresAt };
}

const ended = (reason: PreviewEnd) => err("NOT_FOUND", { reason });

/** Drafts whose networks are kept in memory. */
const previewsMax = 10;

/** Opens previews. The network that a draft makes is kept as long as neither of the two changes. */
export function cataloguePreviews(deps: Signing & Pick<Dependencies, "db">): CataloguePreviews {
  const made = new LRUCache<string, Promise<LoadedNetwork | "faults">>({ max: previewsMax });
  const networkOf = (network: LoadedNetwork, draft: DraftRow) => {
    const key = `${network.id} ${network.version} ${draft.id} ${draft.version}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const making = draftedNetwork(deps.db, network, draft);
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
  return {
    async open(network, token) {
      const read = readToken(deps, network.id, token);
      if (read === undefined) return ended("link");
      const draft = await readDraft(deps.db, network.id, read.draftId);
      if (draft === undefined) return ended("link");
      if (draft.status === "published" || draft.status === "discarded") return ended(draft.status);
      const drafted = await networkOf(network, draft);
      if (drafted === "faults") return ended("faults");
      return ok({ name: draft.name, expiresAt: read.expiresAt, network: drafted });
    },
  };
}

const makeHandler: Handler<typeof previewCatalogueDraft> = async ({ deps, network, session, request }) => {
  if (!isUuid(request.draftId)) return err("NOT_FOUND");
  const draft = await readDraft(deps.db, network.id, request.draftId);
  if (draft === undefined) return err("NOT_FOUND");
  const { token, expiresAt } = previewToken(deps, draft);
  const opened = await deps.previews.open(network, token);
  if (!opened.ok) {
    const hasFaults = opened.details?.reason === "faults";
    return err("TRANSITION_NOT_ALLOWED", hasFaults ? because("faults") : because("state", { state: draft.status }));
  }
  await deps.db.transaction().execute((tx) =>
    recordAuditEntry(tx, deps, {
      ...{ networkId: network.id, staffId: session.staffId },
      ...{ act: "catalogue.preview", thing: draft.id },
    }),
  );
  // In the query, which no log of ours contains.
  const url = new URL(`/preview?token=${token}`, shopOrigin(deps.config.shopUrl, network.definition));
  return ok({ url: url.href, expiresAt });
};

/** Handlers of previews: the staff make a link, and the shop reads what it shows. */
export const cataloguePreviewHandlers: ModuleHandlers<"previewCatalogueDraft" | "readCataloguePreview"> = {
  previewCatalogueDraft: makeHandler,
  readCataloguePreview: async ({ deps, network, language, request }) => {
    const opened = await deps.previews.open(network, request.token);
    if (!opened.ok) return opened;
    const { name, expiresAt, network: drafted } = opened.value;
    // Carts, checkout and sign-in are live: what they depend on is shown as it is.
    const { switches, guestMaxAmount, version } = networkIn(deps, network, language);
    const shown = { ...networkIn(deps, drafted, language), switches, guestMaxAmount, version };
    return ok({ name, expiresAt, network: shown });
  },
};
