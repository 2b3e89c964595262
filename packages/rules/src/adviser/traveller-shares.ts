import type { AdvisedLine } from "./adviser.ts";

/** What a proposed set of articles means for one of the travellers. */
export interface TravellerShare {
  /** Position in the request. */
  traveller: number;
  tickets: {
    shopItemId: string;
    /** Pieces of the traveller alone; of a shared ticket, all pieces. */
    quantity: number;
    /** Positions of the others who use the same pieces. */
    sharedWith: number[];
  }[];
  /** Part of the total in minor units; the parts of all travellers add up to the total. */
  amount: number;
  startsOn: string;
  endsOn: string;
}

type SharedLine = Pick<AdvisedLine, "shopItemId" | "quantity" | "travellers" | "startsOn" | "endsOn" | "amount">;

/** Divides a proposed set among its travellers; amounts in minor units, odd units for the first ones. */
export function travellerShares(lines: readonly SharedLine[]): TravellerShare[] {
  const travellers = [...new Set(lines.flatMap((line) => line.travellers))].sort((a, b) => a - b);
  return travellers.map((traveller) => {
    const own = lines.filter((line) => line.travellers.includes(traveller));
    return {
      traveller,
      tickets: ticketsOf(own, traveller),
      amount: own.reduce((sum, line) => sum + amountFor(line, traveller), 0),
      startsOn: own.map(({ startsOn }) => startsOn).sort()[0] ?? "",
      endsOn:
        own
          .map(({ endsOn }) => endsOn)
          .sort()
          .at(-1) ?? "",
    };
  });
}

/** Whether every traveller of the line gets the same number of pieces. */
export const isDivided = ({ quantity, travellers }: Pick<AdvisedLine, "quantity" | "travellers">): boolean =>
  quantity % travellers.length === 0;

/** Merges the tickets of one article over all days. */
function ticketsOf(lines: readonly SharedLine[], traveller: number): TravellerShare["tickets"] {
  const byKey = new Map<string, TravellerShare["tickets"][number]>();
  for (const line of lines) {
    const { shopItemId, quantity, travellers } = line;
    const divided = isDivided(line);
    const sharedWith = divided ? [] : travellers.filter((other) => other !== traveller);
    const key = `${shopItemId} ${sharedWith.join()}`;
    const before = byKey.get(key)?.quantity ?? 0;
    byKey.set(key, { shopItemId, sharedWith, quantity: before + (divided ? quantity / travellers.length : quantity) });
  }
  return [...byKey.values()];
}

function amountFor({ amount, travellers }: SharedLine, traveller: number): number {
  const odd = amount % travellers.length;
  return Math.floor(amount / travellers.length) + (travellers.indexOf(traveller) < odd ? 1 : 0);
}
