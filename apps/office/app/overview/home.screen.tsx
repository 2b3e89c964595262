import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead, Split, Stack } from "@guichet/ui/page/page.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork, usePageContext } from "../shell/page-context.tsx";
import { permittedScreens } from "../shell/permitted-screens.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { ScreenIcon } from "../shell/screen-icon.tsx";
import { useT } from "../shell/texts.tsx";
import { figureRange } from "./figure-range.ts";
import { FigureSection } from "./figure-section.tsx";
import { QueueSection } from "./queue-section.tsx";

/** Loads queues and figures; a part that fails is null, and the rest of the page stays usable. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const now = ctx.now();
  const today = dayIn(now, network.timeZone);
  const range = figureRange(ctx.url.searchParams, today);
  const { from, until, isValid } = range;
  const mayRead = hasPermission(network.roles, "orders.read");
  const [queues, figures] = await Promise.all([
    ctx.part("getQueues", {}, network.id),
    mayRead && isValid ? ctx.part("getFigures", { from, until }, network.id) : null,
  ]);
  const shown = mayRead ? { range, today, figures: figures?.figures ?? null } : null;
  return { now, queues: queues?.queues ?? null, shown };
}

/** The start page: what waits for the user in this network, the screens that they may open, and the figures of some days. */
export default function Home() {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { staff } = usePageContext();
  const { now, queues, shown } = useLoaderData<typeof loader>();
  const roles = formats.list(network.roles.map((role) => t(`shell.role.${role}`)));
  return (
    <Page>
      <title>{`${t("shell.home")} · ${network.name}`}</title>
      <Stack gap="l">
        <PageHead title={t("shell.hello", { name: staff.name })}>
          {t("shell.home.roles", { roles, network: network.name })}
        </PageHead>
        <Split aside={<Screens />}>
          <QueueSection queues={queues} now={now} />
        </Split>
        {shown !== null && <FigureSection {...shown} />}
      </Stack>
    </Page>
  );
}

function Screens() {
  const t = useT();
  const network = useNetwork();
  return (
    <section>
      <h2>{t("overview.screens")}</h2>
      <Stack>
        {permittedScreens(network.roles).map((name) => (
          <LinkButton key={name} href={href(name, { network: network.id })} icon={<ScreenIcon name={name} />}>
            {t(`shell.home.${name}`)}
          </LinkButton>
        ))}
      </Stack>
    </section>
  );
}
