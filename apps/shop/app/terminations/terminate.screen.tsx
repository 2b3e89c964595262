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
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { readByCode } from "./confirm-termination.server.ts";
import { TerminationLink } from "./confirm-termination.tsx";
import { OwnContracts, OwnSummary } from "./own-termination.tsx";
import { answerForm, knownValues, ownContracts, ownReceipt } from "./terminate.server.ts";
import { TerminationForm } from "./termination-form.tsx";
import { TerminationReceipt } from "./termination-receipt.tsx";
import { TerminationSent } from "./termination-sent.tsx";
import { TerminationSummary } from "./termination-summary.tsx";

/** Loads the form, the contracts of the signed-in holder, an acknowledgement, a receipt, or what the link of an e-mail confirms. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return data(await viewOf(requestContextOf(context), new URL(request.url).searchParams), { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

async function viewOf(ctx: RequestContext, query: URLSearchParams) {
  const code = query.get("code");
  if (code !== null) {
    // Opening the link changes nothing.
    const termination = await readByCode(ctx, code);
    return { view: "link", code, termination, chosen: query.get("contract"), endOn: query.get("endOn") } as const;
  }
  const [reference, at, ended] = [query.get("sent"), query.get("at"), query.get("ended")];
  if (reference !== null && at !== null) {
    const isReal = /^R-[0-9A-Z]{8}$/.test(reference) && /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(at);
    if (!isReal || Number.isNaN(Date.parse(at))) throw redirect(href("terminate"));
    return { view: "sent", reference, at } as const;
  }
  if (ended !== null) {
    const receipt = await ownReceipt(ctx, ended);
    if (receipt === undefined) throw redirect(href("terminate"));
    return { view: "receipt", receipt } as const;
  }
  const contracts = query.has("other") ? [] : await ownContracts(ctx);
  if (contracts.length > 0) return { view: "own", contracts } as const;
  return { view: "form", known: await knownValues(ctx) } as const;
}

export async function action({ context, request }: ActionFunctionArgs) {
  const answered = await answerForm(requestContextOf(context), typedOf(await request.formData()));
  if (answered === undefined) throw data(null, { status: 400 });
  return data(answered, { status: answered.status });
}

/** Terminates a contract, without a sign-in (consumer code L215-1-1). */
export default function Terminate() {
  return (
    <Page narrow>
      <Step />
    </Page>
  );
}

function Step() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer?.view === "summary") {
    return <TerminationSummary typed={answer.typed} requestKey={answer.requestKey} refused={answer.refused} />;
  }
  if (answer?.view === "own-summary") {
    return <OwnSummary one={answer.one} ending={answer.ending} changed={answer.changed} refused={answer.refused} />;
  }
  const sentBack = answer?.view === "form" ? answer.sentBack : undefined;
  switch (shown.view) {
    case "sent":
      return <TerminationSent reference={shown.reference} at={shown.at} />;
    case "receipt":
      return <TerminationReceipt receipt={shown.receipt} />;
    case "link": {
      const refused = answer?.view === "link" ? answer.refused : undefined;
      return <TerminationLink {...shown} refused={refused} />;
    }
    case "own":
      return <OwnContracts contracts={shown.contracts} answer={sentBack} />;
    case "form":
      return <TerminationForm start={shown.known} answer={sentBack} />;
  }
}
