import { errorsAllowed } from "@guichet/rules/catalogue/search.ts";
import type { SearchKeys } from "@guichet/rules/search/search-keys.ts";
import { beginningKeys, emailErrors, nameErrors, variantKeys } from "@guichet/rules/search/similar-names.ts";
import type { Database } from "../database/database.ts";
import {
  customersByEmail,
  customersByEmailKeys,
  type PeopleScope,
  type PersonRow,
  peopleByKeys,
  peopleByPhone,
} from "./people-store.ts";

/** Similar rows that are read to find those that were meant. */
const candidatesMax = 200;

/** Finds people by phone number, e-mail address or name; with wrong letters only where nothing matches as typed. */
export async function findPeople(
  db: Database,
  { phone, email, words }: Pick<SearchKeys, "phone" | "email" | "words">,
  scope: PeopleScope,
): Promise<PersonRow[]> {
  if (phone !== null) return peopleByPhone(db, phone, scope);
  if (email !== null) return scope.isHolder ? findByEmail(db, email, scope) : [];
  if (words.length === 0) return [];
  const named = await peopleByKeys(db, words.map(beginningKeys), scope);
  if (named.length > 0) return named;
  const similar = words.map((word) => (errorsAllowed(word, false) > 0 ? variantKeys(word) : beginningKeys(word)));
  const candidates = await peopleByKeys(db, similar, { ...scope, limit: candidatesMax });
  return fewestErrors(candidates, ({ name }) => nameErrors(words, name ?? ""), scope.limit);
}

async function findByEmail(db: Database, email: string, { networkId, limit }: PeopleScope): Promise<PersonRow[]> {
  const exact = await customersByEmail(db, networkId, email, limit);
  const [local = ""] = email.split("@");
  if (exact.length > 0 || local === "") return exact;
  const candidates = await customersByEmailKeys(db, networkId, variantKeys(local), candidatesMax);
  const errorsOf = ({ email: known, contactEmail }: PersonRow) => {
    const errors = [known, contactEmail].map((one) => (one === null ? null : emailErrors(email, one)));
    const found = errors.filter((one) => one !== null);
    return found.length === 0 ? null : Math.min(...found);
  };
  return fewestErrors(candidates, errorsOf, limit);
}

/** Those that were meant, with the fewest wrong letters first. */
function fewestErrors<Row>(rows: readonly Row[], errorsOf: (row: Row) => number | null, limit: number): Row[] {
  return rows
    .flatMap((row) => {
      const errors = errorsOf(row);
      return errors === null ? [] : [{ row, errors }];
    })
    .sort((a, b) => a.errors - b.errors)
    .slice(0, limit)
    .map(({ row }) => row);
}
