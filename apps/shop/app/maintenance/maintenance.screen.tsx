import { ClockIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Page } from "@guichet/ui/page.tsx";
import { StateTicket } from "@guichet/ui/state-ticket.tsx";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useFormats } from "../shell/formats.ts";
import { useShell } from "../shell/shell.tsx";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";

const instantShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** `end`: when the work is expected to be done, if somebody knows (§1). */
export function loader({ request }: LoaderFunctionArgs) {
  const end = new URL(request.url).searchParams.get("end");
  const known = end !== null && instantShape.test(end) && !Number.isNaN(Date.parse(end));
  return data({ end: known ? end : null }, { headers: { "cache-control": "no-store" } });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export default function Maintenance() {
  const t = useT();
  const formats = useFormats();
  const { network } = useShell();
  const { end } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <Title>{t("maintenance.title")}</Title>
      <StateTicket
        level={1}
        ink="wait"
        icon={<ClockIcon size="s" />}
        kind={network.name}
        title={t("maintenance.title")}
      >
        {end ? t("maintenance.until", { instant: formats.instant(end) }) : t("maintenance.text")}
        <br />
        <TextLink href={`mailto:${network.contact.email}`}>{network.contact.email}</TextLink>
      </StateTicket>
    </Page>
  );
}
