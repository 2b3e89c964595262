import type { NotifiedTermination } from "@guichet/contract/terminations.ts";
import { Page } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { typedOf } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { confirm, readByCode } from "./confirm-termination.server.ts";
import { ConfirmTermination, LinkSpent, NothingToTerminate } from "./confirm-termination.tsx";
import { TerminationReceipt } from "./termination-receipt.tsx";

/** Loads the termination that the link of an e-mail confirms. Opening the link changes nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const code = query.get("code") ?? "";
  const termination = await readByCode(requestContextOf(context), code);
  const contract = query.get("contract");
  return data({ code, termination, contract }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Terminates the contract, and redirects to its receipt. */
export async function action({ context, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const confirmed = await confirm(requestContextOf(context), typed);
  if (confirmed.ok) {
    return redirect(href("terminateConfirm", undefined, { code: typed.code ?? "" }), { status: 303 });
  }
  return data({ refused: confirmed.code }, { status: 422 });
}

export default function TerminateConfirm() {
  return (
    <Page narrow>
      <Step />
    </Page>
  );
}

function Step() {
  const { code, termination, contract } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.refused;
  if (termination === null) return <LinkSpent />;
  const { contracts, confirmed } = termination;
  if (confirmed !== null) return <TerminationReceipt receipt={receiptOf(termination, confirmed)} />;
  if (contracts.length === 0) return <NothingToTerminate />;
  return <ConfirmTermination code={code} termination={termination} chosen={contract} refused={refused} />;
}

const receiptOf = (
  { reference, requestedAt }: NotifiedTermination,
  { name, traveller, lastDay, refund, at }: NonNullable<NotifiedTermination["confirmed"]>,
) => ({ name, traveller, endsOn: lastDay, refund, confirmedAt: at, notified: { reference, at: requestedAt } });
