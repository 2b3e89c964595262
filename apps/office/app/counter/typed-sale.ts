import type { RequestIn } from "@guichet/contract/call.ts";
import { type CounterArticle, CounterMethod, type sellAtCounter } from "@guichet/contract/office/counter.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { Day, type Money } from "@guichet/contract/values.ts";
import { typedAmount } from "../refunds/typed-amount.ts";
import { orderLines, othersOf, type SaleDraft } from "./sale-address.ts";

/** The fields of the form that sells, as its texts name them. */
export const saleFields = [
  "givenAmount",
  "reference",
  "agencyId",
  "email",
  "firstName",
  "lastName",
  "birthDate",
] as const;
export type SaleField = (typeof saleFields)[number];

/** What was typed into the form that sells. */
export interface TypedSale extends Record<SaleField, string> {
  method: CounterMethod;
  duplicateAccepted: boolean;
  /** The further people without an account, by their number and field as `2-firstName`. */
  people: Record<string, string>;
  /** The fields of each line's article, by `<line>-<field>`. */
  articleFields: Record<string, string>;
}

export const emptySale = (method: CounterMethod): TypedSale => ({
  ...{ givenAmount: "", reference: "", agencyId: "", email: "", firstName: "", lastName: "", birthDate: "" },
  ...{ method, duplicateAccepted: false, people: {}, articleFields: {} },
});

const fieldPrefix = "field-";
const personPrefix = "person-";
/** What a person's form has. */
export const personFields = ["firstName", "lastName", "birthDate"] as const;
export type PersonField = (typeof personFields)[number];
/** The name of an input of a further person, by their number. */
export const personInput = (person: string, field: PersonField): string => `${personPrefix}${personKey(person, field)}`;
export const personKey = (person: string, field: PersonField): string => `${person}-${field}`;

export function typedIn(form: FormData): TypedSale {
  const one = (name: string) => `${form.get(name) ?? ""}`.trim();
  const named = (prefix: string): Record<string, string> =>
    Object.fromEntries(
      [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), one(name)]),
    );
  return {
    ...emptySale(CounterMethod.safeParse(one("method")).data ?? "CASH"),
    ...(Object.fromEntries(saleFields.map((name) => [name, one(name)])) as Record<SaleField, string>),
    duplicateAccepted: form.get("duplicateAccepted") !== null,
    people: named(personPrefix),
    articleFields: named(fieldPrefix),
  };
}

/** The name of an input for a field of a line's article. */
export const inputName = (line: number, fieldId: string): string => `${fieldPrefix}${line}-${fieldId}`;

type Wrong = "FIELD_INVALID" | "FIELD_REQUIRED";

/** The values of the call from what was typed; otherwise the first field that is missing or wrong. */
export function saleOf(
  draft: SaleDraft,
  typed: TypedSale,
  total: Money,
): Result<RequestIn<typeof sellAtCounter>, Wrong> {
  const { method, reference, agencyId, email, birthDate, articleFields } = typed;
  const isCash = method === "CASH" && total.amount > 0;
  const given = typedAmount(typed.givenAmount, total.currency);
  if (isCash && typed.givenAmount === "") return err("FIELD_REQUIRED", { field: "givenAmount" });
  if (isCash && (given === undefined || given.amount < total.amount))
    return err("FIELD_INVALID", { field: "givenAmount" });
  if (!isCash && total.amount > 0 && reference === "") return err("FIELD_REQUIRED", { field: "reference" });
  if (birthDate !== "" && !Day.safeParse(birthDate).success) return err("FIELD_INVALID", { field: "birthDate" });
  if (email !== "" && !/^\S+@\S+\.\S+$/u.test(email)) return err("FIELD_INVALID", { field: "email" });
  const person = draft.travellerId === null ? personOf((field) => typed[field]) : {};
  const others = othersOf(draft).map(({ person: number, lines }) => ({
    ...{ lines, ...personOf((field) => typed.people[personKey(number, field)] ?? "") },
  }));
  const fields = draft.lines.map((_, line) => fieldsOf(articleFields, line));
  return ok({
    saleKey: draft.key ?? "",
    articles: orderLines(draft, fields),
    ...{ others, vouchers: [...draft.vouchers] },
    ...(draft.travellerId === null ? {} : { travellerId: draft.travellerId }),
    ...(draft.cardId === null ? {} : { cardId: draft.cardId }),
    ...person,
    ...(email === "" ? {} : { email }),
    ...(agencyId === "" ? {} : { agencyId }),
    paymentMethod: method,
    ...(isCash && given ? { givenAmount: given } : {}),
    ...(!isCash && reference !== "" ? { reference } : {}),
    totalAmount: total,
    duplicateAccepted: typed.duplicateAccepted,
  });
}

/** A person as typed; empty: nothing was typed. */
function personOf(typed: (field: PersonField) => string) {
  const [firstName = "", lastName = "", birthDate = ""] = personFields.map(typed);
  if ([firstName, lastName, birthDate].every((text) => text === "")) return {};
  return { person: { firstName, lastName, ...(birthDate === "" ? {} : { birthDate }) } };
}

/** What was typed for the fields of a line; an unticked box and an empty field state nothing. */
const fieldsOf = (articleFields: Record<string, string>, line: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(articleFields)
      .filter(([name, value]) => name.startsWith(`${line}-`) && value !== "")
      .map(([name, value]) => [name.slice(`${line}-`.length), value]),
  );

/** The lines whose article asks for something, with its fields. */
export const askedFields = (
  { lines }: SaleDraft,
  articles: readonly CounterArticle[],
): { line: number; article: CounterArticle }[] =>
  lines.flatMap(({ productId }, line) => {
    const article = articles.find(({ shopItemId }) => shopItemId === productId);
    return article === undefined || article.fields.length === 0 ? [] : [{ line, article }];
  });
