import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import type { StoredArticle } from "../cart/stored-article.ts";
import { startOf } from "../catalogue/article-selection.ts";
import type { NewCardOffer, PassOffer } from "./tunnel.server.ts";
import type { TunnelState } from "./tunnel-state.ts";

type Line = Omit<CartLine, "id">;
const plain = { quantity: 1, optionId: null, mediaId: null, startingAt: null, startMonth: null, fields: {} };

/** The passes available to a passenger, each with the days from which it is available (decision 099). */
export const passesFor = (passes: readonly PassOffer[], passengerId: string): PassOffer[] =>
  passes.flatMap((pass) => {
    const days = pass.suits[passengerId] ?? [];
    if (days.length === 0) return [];
    if (pass.start === null) return [pass];
    return [
      { ...pass, start: { ...pass.start, proposals: pass.start.proposals.filter(({ day }) => days.includes(day)) } },
    ];
  });

/**
 * The lines that the tunnel puts into the cart: each new card, and each pass on an existing card, a new card (decision
 * 072) or the phone.
 */
export function tunnelLines(
  state: TunnelState,
  offers: readonly NewCardOffer[],
  passes: readonly PassOffer[],
): { lines: Line[]; articles: StoredArticle[] } {
  const { media, selectedMedia, passengers } = state;
  const offer = offers.find(({ shopItemId }) => shopItemId === selectedMedia?.shopItemId);
  const articles = new Map<string, StoredArticle>();
  const lines = passengers.flatMap((passenger): Line[] => {
    const profileId = passenger.id;
    const made: Line[] = [];
    const isNew = media === "physical" && passenger.media === newCard;
    if (isNew && offer && selectedMedia) {
      articles.set(offer.shopItemId, offer.kept);
      made.push({ ...plain, shopItemId: offer.shopItemId, profileId, support: selectedMedia.support });
    }
    const chosen = state.passes[passenger.id];
    const pass = passesFor(passes, profileId).find(({ shopItemId }) => shopItemId === chosen?.shopItemId);
    if (pass === undefined || chosen === undefined) return made;
    const start = pass.start === null ? {} : startOf(chosenStart(chosen.day, pass), pass.start);
    if (start === null) return made;
    articles.set(pass.shopItemId, pass.kept);
    const carrier =
      media === "physical"
        ? { support: "MEDIA" as const, mediaId: passenger.media }
        : { support: "DEMATERIALIZED" as const };
    return [...made, { ...plain, shopItemId: pass.shopItemId, profileId, ...carrier, ...start }];
  });
  return { lines, articles: [...articles.values()] };
}

/** The start as the article's page stores it; one that is no longer offered is replaced by the first. */
function chosenStart(day: string | null, { start }: PassOffer): { day: string | null; startingAt: string | null } {
  const proposals = start?.proposals ?? [];
  const proposal = proposals.find((one) => one.day === day) ?? proposals[0];
  return { day: proposal?.day ?? null, startingAt: null };
}
