import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { StaffCustomer } from "@guichet/contract/office/customer-service/customers.ts";
import type { Result } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { type Translate, useT } from "../shell/texts.tsx";
import {
  CustomerEmails,
  CustomerMandates,
  CustomerOrders,
  CustomerPayments,
  CustomerTickets,
} from "./customer-lists.tsx";
import { CustomerNotes } from "./customer-notes.tsx";
import { CustomerHistory, CustomerRecords } from "./customer-records.tsx";
import { signInText } from "./customer-words.ts";
import { noteAction, noteActions, type RefusedNote } from "./note-actions.ts";
import { supportAction, supportActions } from "./support-actions.ts";
import { SupportForm } from "./support-form.tsx";

/** How many rows of each list the page shows; "more" shows the next ones in their place. */
const listMax = 10;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id: networkId, roles } = await networkOf(ctx, params.network);
  const customerId = params.id ?? "";
  const maySeeOrders = hasPermission(roles, "orders.read");
  // The page of a list that the address names (`?orders=<cursor>`), or its first page.
  const pageOf = (list: string) => {
    const cursor = ctx.url.searchParams.get(list);
    return { customerId, limit: listMax, ...(cursor === null ? {} : { cursor }) };
  };
  const [outcome, tickets, emails, orders, payments, mandates, notes] = await Promise.all([
    ctx.call("getCustomer", { customerId }, networkId),
    ctx.call("listCustomerTickets", pageOf("tickets"), networkId),
    ctx.call("listCustomerEmails", pageOf("emails"), networkId),
    maySeeOrders ? ctx.call("listCustomerOrders", pageOf("orders"), networkId) : null,
    maySeeOrders ? ctx.call("listCustomerPayments", pageOf("payments"), networkId) : null,
    maySeeOrders ? ctx.call("listCustomerMandates", pageOf("mandates"), networkId) : null,
    hasPermission(roles, "customers.support") ? ctx.call("listCustomerNotes", pageOf("notes"), networkId) : null,
  ]);
  if (!outcome.ok) {
    if (outcome.code === "NOT_FOUND") return { customer: null };
    throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 500 });
  }
  const { customer } = outcome.value;
  // The account was merged into another one: its links lead there.
  if (customer.customerId !== customerId)
    throw redirect(href("customer", { network: networkId, id: customer.customerId }));
  return {
    customer,
    tickets: shown(tickets),
    emails: shown(emails),
    orders: shown(orders),
    payments: shown(payments),
    mandates: shown(mandates),
    notes: shown(notes),
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const id = params.id ?? "";
  const ofNote = await noteAction(ctx, network.id, id, form);
  const answer = ofNote ?? (await supportAction(ctx, network.id, id, form));
  if ("code" in answer)
    return "note" in answer
      ? refused(answer.code, { note: answer.note, typed: undefined })
      : refused(answer.code, { note: undefined, typed: answer.typed });
  const done = new URLSearchParams({ done: answer.done });
  const customer = href("customer", { network: network.id, id });
  return redirect(`${customer}?${done}${ofNote === undefined ? "" : "#notes"}`, { status: 303 });
}

/** A list, or null where it cannot be shown: an old cursor, or a permission that was taken away. */
const shown = <Value,>(outcome: Result<Value> | null): Value | null => (outcome?.ok ? outcome.value : null);

/** What is done on pages of their own, and confirmed here. */
const furtherActions = ["corrected", "corrected-email", "deletion-started", "deletion-withdrawn", "merged"] as const;

/** Why a form was refused: a note has reasons of its own. */
const customerRefusal = (t: Translate, code: ErrorCode, note: RefusedNote | undefined): string =>
  note === undefined || note.refusal === null ? refusalText(t, code) : t(`customers.note.refused.${note.refusal}`);

/** A customer with everything that belongs to the account. */
export default function Customer() {
  const t = useT();
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [query] = useSearchParams();
  const maySupport = useMay()("customers.support");
  if (data.customer === null)
    return (
      <OfficePage title={t("customers.none")}>
        <Notice tone="wait">{t("customers.erased")}</Notice>
      </OfficePage>
    );
  const { customer, orders, payments, mandates, tickets, emails, notes, idempotencyKey } = data;
  const done = [...supportActions, ...noteActions, ...furtherActions].find((each) => each === query.get("done"));
  const chosen = emails?.items.find(({ emailId, canBeResent }) => canBeResent && emailId === query.get("resend"));
  return (
    <OfficePage
      flash={
        done && (
          <Notice tone="ok" role="status">
            {t(`customers.done.${done}`)}
          </Notice>
        )
      }
      refused={answer?.code && customerRefusal(t, answer.code, answer.note)}
      title={customer.name || customer.email || t("customers.unnamed")}
      stamp={
        <Stamp tone={customer.isGuest ? "wait" : "ok"}>
          {t(customer.isGuest ? "customers.guest" : "customers.account")}
        </Stamp>
      }
    >
      <Account customer={customer} />
      {maySupport && <FurtherForms customer={customer} />}
      {orders && <CustomerOrders page={orders} />}
      {tickets && <CustomerTickets page={tickets} />}
      {payments && <CustomerPayments page={payments} />}
      {mandates && <CustomerMandates page={mandates} />}
      <CustomerRecords customer={customer} />
      {maySupport && <SupportForm customer={customer} chosen={chosen} typed={answer?.typed} />}
      {emails && <CustomerEmails page={emails} customerId={customer.customerId} />}
      {notes && (
        <CustomerNotes
          key={customer.customerId}
          page={notes}
          idempotencyKey={idempotencyKey}
          chosen={query.get("note")}
          refused={answer?.note}
        />
      )}
      <CustomerHistory customer={customer} />
    </OfficePage>
  );
}

function Account({ customer }: { customer: StaffCustomer }) {
  const t = useT();
  const formats = useFormats();
  const { customerNumber, email, contactEmail, phone, address, language, createdAt, emailVerifiedAt } = customer;
  const { signInMethods, erasesAt } = customer;
  const facts = [
    { term: t("customers.customer-number"), value: <Figures>{customerNumber}</Figures> },
    { term: t("customers.email"), value: <bdi dir="ltr">{email}</bdi> },
    ...(contactEmail === null
      ? []
      : [{ term: t("customers.contact-email"), value: <bdi dir="ltr">{contactEmail}</bdi> }]),
    ...(phone === null ? [] : [{ term: t("customers.phone"), value: <bdi dir="ltr">{phone}</bdi> }]),
    ...(address === null
      ? []
      : [{ term: t("customers.address"), value: <bdi className="address">{addressLines(address)}</bdi> }]),
    ...(language === null ? [] : [{ term: t("shell.language"), value: formats.language(language) }]),
    { term: t("customers.created"), value: formats.shortInstant(createdAt) },
    ...(signInMethods.includes("password")
      ? [
          {
            term: t("customers.verified"),
            value: emailVerifiedAt === null ? t("customers.no") : formats.shortInstant(emailVerifiedAt),
          },
        ]
      : []),
    ...(customer.isGuest
      ? []
      : [{ term: t("customers.methods"), value: formats.list(signInMethods.map((method) => signInText(t, method))) }]),
  ];
  return (
    <>
      {erasesAt !== null && (
        <Notice tone="wait">{t("customers.erases", { day: formats.shortInstant(erasesAt) })}</Notice>
      )}
      <Facts facts={facts} />
    </>
  );
}

const addressLines = (address: NonNullable<StaffCustomer["address"]>): string =>
  [address.addressRoute, `${address.addressPostalCode} ${address.addressCity}`, address.addressState]
    .filter((part) => part !== "")
    .join("\n");

/** Links to the pages that correct the data, merge another account, or start the deletion. */
function FurtherForms({ customer: { customerId, erasesAt, isGuest } }: { customer: StaffCustomer }) {
  const t = useT();
  const mayMerge = useMay()("customers.merge");
  const of = { network: useNetwork().id, id: customerId };
  return (
    <div className="row">
      {erasesAt === null && (
        <LinkButton href={href("correctCustomer", of)}>{t("customers.correction.title")}</LinkButton>
      )}
      {mayMerge && !isGuest && erasesAt === null && (
        <LinkButton href={href("mergeCustomer", of)}>{t("customers.merge.title")}</LinkButton>
      )}
      <LinkButton href={href("deleteCustomer", of)} variant="quiet">
        {t(erasesAt === null ? "customers.deletion.title" : "customers.deletion.withdraw.do")}
      </LinkButton>
    </div>
  );
}
