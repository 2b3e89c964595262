import { ageOn } from "../dates/ages.ts";

/** A traveller of the account. */
interface KnownTraveller {
  userId: string;
  birthday: string | null;
}

/**
 * The traveller of the account for each traveller of a question, of whom only the age is known; null: the customer
 * chooses in the cart. An age
 * names the travellers who have it if the question has at least as many of that age; several of one age are taken in order.
 */
export function matchTravellers(
  asked: readonly { age: number | null }[],
  known: readonly KnownTraveller[],
  today: string,
): (string | null)[] {
  const ofAge = Map.groupBy(
    known.flatMap(({ userId, birthday }) => (birthday === null ? [] : [{ userId, age: ageOn(birthday, today) }])),
    ({ age }) => age,
  );
  const askedOfAge = Map.groupBy(
    asked.map((traveller, place) => ({ ...traveller, place })),
    ({ age }) => age,
  );
  const found: (string | null)[] = asked.map(() => null);
  for (const [age, alike] of askedOfAge) {
    const candidates = age === null ? [] : (ofAge.get(age) ?? []);
    if (candidates.length > alike.length) continue;
    candidates.forEach(({ userId }, index) => {
      const { place } = alike[index] ?? {};
      if (place !== undefined) found[place] = userId;
    });
  }
  return found;
}
