import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { CorrectionRefusal, CustomerDetails } from "@guichet/contract/office/customer-service/corrections.ts";
import { hiddenIn } from "../shell/hidden-value.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** The fields of a correction, with the longest text of each. */
export const detailFields = [
  ["contactEmail", 254],
  ["phone", 40],
  ["addressRoute", 200],
  ["addressPostalCode", 20],
  ["addressCity", 100],
  ["addressState", 100],
] as const;
type TypedField = (typeof detailFields)[number][0] | "language";
export type TypedDetails = Record<TypedField, string>;

/** What a form had when it was refused. */
export interface RefusedCorrection {
  what: "details" | "email";
  code: ErrorCode;
  refusal: CorrectionRefusal | null;
  field: string | null;
  typed: TypedDetails;
  email: string;
  reason: string;
  /** What its author saw; null: it has changed, and has to be looked at again. */
  seen: { details: CustomerDetails | null; email: string | null };
}

export const typedOf = ({ contactEmail, phone, language, address }: CustomerDetails): TypedDetails => ({
  contactEmail: contactEmail ?? "",
  phone: phone ?? "",
  language: language ?? "",
  addressRoute: address?.addressRoute ?? "",
  addressPostalCode: address?.addressPostalCode ?? "",
  addressCity: address?.addressCity ?? "",
  addressState: address?.addressState ?? "",
});

function detailsIn({ contactEmail, phone, language, ...address }: TypedDetails): CustomerDetails {
  const isEmpty = Object.values(address).every((part) => part === "");
  return {
    contactEmail: contactEmail || null,
    phone: phone || null,
    language: language || null,
    address: isEmpty ? null : address,
  };
}

/** Corrects the data of a customer by one of the two forms; the name of the form: it is done. */
export async function correctCustomerBy(
  ctx: Pick<RequestContext, "call">,
  networkId: string,
  customerId: string,
  form: FormData,
): Promise<RefusedCorrection | RefusedCorrection["what"]> {
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const what = said("what") === "email" ? "email" : "details";
  const typed: TypedDetails = {
    contactEmail: said("contactEmail"),
    phone: said("phone"),
    language: said("language"),
    addressRoute: said("addressRoute"),
    addressPostalCode: said("addressPostalCode"),
    addressCity: said("addressCity"),
    addressState: said("addressState"),
  };
  const seen = { details: hiddenIn(CustomerDetails, form.get("seen")) ?? null, email: said("seenEmail") };
  const [email, reason] = [said("email"), said("reason")];
  const answer = { what, refusal: null, field: null, typed, email, reason, seen } as const;
  if (reason === "" || said("identified") === "" || (what === "details" && seen.details === null))
    return { ...answer, code: "FIELD_REQUIRED" };
  const outcome =
    what === "details" && seen.details !== null
      ? await ctx.call(
          "correctCustomer",
          { customerId, seen: seen.details, details: detailsIn(typed), reason },
          networkId,
        )
      : await ctx.call("changeCustomerEmail", { customerId, seen: seen.email, email, reason }, networkId);
  if (outcome.ok) return what;
  const refusal = CorrectionRefusal.safeParse(outcome.details?.reason).data ?? null;
  const field = typeof outcome.details?.field === "string" ? outcome.details.field : null;
  const refused = { ...answer, code: outcome.code, refusal, field };
  return refusal === "changed" ? { ...refused, seen: { details: null, email: null } } : refused;
}
