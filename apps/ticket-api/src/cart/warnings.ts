import type { LineWarning, OrderLine } from "@guichet/contract/cart.ts";
import type { ShopItem } from "@guichet/contract/catalogue.ts";
import { type Language, textIn } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import type { Journey } from "@guichet/contract/travel.ts";
import { chooseStart } from "@guichet/rules/calendar.ts";
import {
  isDuplicatePass,
  isPass,
  type PassTerms,
  passPeriod,
  type TravellersPass,
} from "@guichet/rules/held-passes.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type EntitlementRow, readEntitlements } from "./entitlement-store.ts";
import type { QuotedCart } from "./quote-cart.ts";

type Named<Pass> = Pass & { name: string };

/**
 * Warns of passes that travellers of a cart would have twice, by line: those that they hold, and those of earlier lines
 * (decision 096). Only for travellers the session buys for: a visitor gets no warnings, a traveller's own sign-in none
 * about others.
 */
export async function warningsOf(
  deps: Dependencies,
  network: LoadedNetwork,
  { breakdown, buyer, items }: QuotedCart,
  lines: readonly OrderLine[],
  language: Language,
): Promise<LineWarning[][]> {
  if (buyer === null) return lines.map(() => []);
  const now = deps.clock.iso();
  const { timeZone } = network.definition;
  const holder = buyer.travellers.find(({ isHolder }) => isHolder);
  const wantedPasses = lines.map((line, index) => {
    const priced = breakdown.lines.find((one) => one.index === index && !one.option && !one.gift);
    const item = priced && items.get(priced.shopItemId);
    // A guest's line may have no traveller: it is the guest's own.
    const customerId = buyer.guest ? (line.customerId ?? holder?.userId) : line.customerId;
    const traveller = buyer.travellers.find(({ userId }) => userId === customerId);
    return (
      item &&
      traveller &&
      wantedPass(line, item, { travellerId: traveller.userId, now, timeZone, journey: priced.journey })
    );
  });
  const travellerIds = [...new Set(wantedPasses.flatMap((pass) => pass?.travellerId ?? []))];
  if (travellerIds.length === 0) return lines.map(() => []);
  const rows = await readEntitlements(deps.db, { accountId: buyer.accountId, travellerIds, now });
  const heldPasses = rows.flatMap((row) => heldPass(row, network, language) ?? []);
  const firstNameOf = (id: string) => buyer.travellers.find(({ userId }) => userId === id)?.firstName ?? "";
  const said = ({ travellerId, name, startsAt, endsAt }: Named<TravellersPass>) => ({
    name,
    travellerId,
    firstName: firstNameOf(travellerId),
    startsAt,
    endsAt,
    renews: endsAt === null,
  });
  const heldBy = (one: HeldPass) => ({ ...one.by, ...said(one), mustConfirm: one.by.subscriptionId !== undefined });
  return wantedPasses.map((pass, index) => {
    if (pass === undefined) return [];
    const earlier = wantedPasses.slice(0, index).map((other, otherLine) => ({ other, otherLine }));
    const pieces = (lines[index]?.quantity ?? 1) > 1 ? [{ other: pass, otherLine: index }] : [];
    return [
      ...heldPasses
        .filter((one) => isDuplicatePass(pass, one))
        .map((one) => ({ code: "ALREADY_HELD" as const, ...heldBy(one) })),
      ...[...earlier, ...pieces].flatMap(({ other, otherLine }) =>
        other !== undefined && isDuplicatePass(pass, other)
          ? [{ code: "ALREADY_IN_CART" as const, otherLine, ...said(other), mustConfirm: false }]
          : [],
      ),
    ];
  });
}

function wantedPass(
  line: OrderLine,
  item: ShopItem,
  {
    travellerId,
    now,
    timeZone,
    journey,
  }: { travellerId: string; now: string; timeZone: string; journey: Journey | undefined },
): Named<TravellersPass> | undefined {
  const { pivotType } = item;
  if (!isPass(item)) return undefined;
  const start = pivotType === null ? undefined : chooseStart(line, { ...item, pivotType }, now, timeZone);
  // Without the required start, its validity is unknown.
  if (start?.ok === false) return undefined;
  const purchase = {
    purchasedAt: now,
    startingAt: start?.value ?? null,
    renews: line.isSubscription ?? false,
    timeZone,
  };
  const period = passPeriod(item, purchase);
  return period === null
    ? undefined
    : { ...period, travellerId, article: item, journey: keyOf(journey), name: item.name };
}

type HeldPass = Named<TravellersPass> & { by: Pick<LineWarning, "subscriptionId" | "ticketId" | "orderId"> };

function heldPass(row: EntitlementRow, network: LoadedNetwork, language: Language): HeldPass | undefined {
  const { timeZone, languages } = network.definition;
  const article = termsOf(row.article);
  if (!isPass(article)) return undefined;
  const { orderedAt: purchasedAt, startingAt } = row;
  const period =
    row.startsAt === null
      ? passPeriod(article, { purchasedAt, startingAt, renews: false, timeZone })
      : { startsAt: row.startsAt, endsAt: row.endsAt };
  if (period === null) return undefined;
  const name = textIn(row.article.name, language, languages);
  return {
    ...period,
    travellerId: row.travellerId,
    article,
    journey: keyOf(row.journey),
    name,
    by: { [`${row.kind}Id`]: row.id },
  };
}

const keyOf = (journey: Journey | null | undefined): string | null =>
  journey ? `${journey.origin.id} ${journey.destination.id}` : null;

/** The pass terms of an article at the time of sale. */
const termsOf = (article: PackArticle): PassTerms => ({
  shopItemId: article.id,
  validity: article.validity,
  useWithin: article.useWithin ?? null,
  trips: article.trips ?? null,
  tags: article.tags,
  pivotType: article.pivot?.type ?? null,
  renewalInterval: article.renewalInterval ?? null,
  isJourney: article.originDestination !== undefined,
  options: article.options,
});
