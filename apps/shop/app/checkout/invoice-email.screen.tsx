import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { readInvoiceEmail } from "../identity/forms/sign-in-forms.ts";
import { InvoiceEmail } from "../identity/guests/invoice-email.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";

/** Loads the invoice address of a guest; account holders receive the invoice in their account. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { session, cookies } = requestContextOf(context);
  if (await session.holder()) throw redirect(href("checkout"));
  const guest = (await session.account())?.user;
  if (!guest) throw redirect(href("inviteLogin"));
  return data({ email: cookies.get("invoiceEmail") ?? guest.userMail }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Saves the invoice address in a session cookie until the order is placed. */
export async function action({ context, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const read = readInvoiceEmail(typed);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  requestContextOf(context).cookies.set("invoiceEmail", read.value.email);
  return redirect(href("checkout"), { status: 303 });
}

export default function InvoiceEmailScreen() {
  const { email } = useLoaderData<typeof loader>();
  return <InvoiceEmail email={email} answer={useActionData<typeof action>()} />;
}
