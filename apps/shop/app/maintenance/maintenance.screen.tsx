import { Page } from "@guichet/ui/page/page.tsx";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { useT } from "../texts/texts.tsx";
import { ClosedTicket } from "./closed-ticket.tsx";

const instantShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** Reads `end`, the expected end of the maintenance, if known (§1). */
export function loader({ request }: LoaderFunctionArgs) {
  const end = new URL(request.url).searchParams.get("end");
  const known = end !== null && instantShape.test(end) && !Number.isNaN(Date.parse(end));
  return data({ end: known ? end : null }, { headers: { "cache-control": "no-store" } });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Maintenance page at its own address, for operators who redirect to it; a closed shop shows the notice at every address. */
export default function Maintenance() {
  const t = useT();
  const { network } = usePageContext();
  const { end } = useLoaderData<typeof loader>();
  const { name, contact, timeZone } = network;
  return (
    <Page narrow>
      <Title>{t("maintenance.title")}</Title>
      <ClosedTicket name={name} email={contact.email} end={end} timeZone={timeZone} />
    </Page>
  );
}
