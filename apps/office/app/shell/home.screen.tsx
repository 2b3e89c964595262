import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { href } from "../paths.ts";
import { useFormats, useNetwork, usePageContext } from "./page-context.tsx";
import { permittedScreens } from "./permitted-screens.ts";
import { ScreenIcon } from "./screen-icon.tsx";
import { useT } from "./texts.tsx";

/** The start page: what the user may do in this network. */
export default function Home() {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { staff } = usePageContext();
  const roles = formats.list(network.roles.map((role) => t(`shell.role.${role}`)));
  return (
    <Page narrow>
      <title>{`${t("shell.home")} · ${network.name}`}</title>
      <PageHead title={t("shell.hello", { name: staff.name })}>
        {t("shell.home.roles", { roles, network: network.name })}
      </PageHead>
      <Stack>
        {permittedScreens(network.roles).map((name) => (
          <LinkButton key={name} href={href(name, { network: network.id })} icon={<ScreenIcon name={name} />} big>
            {t(`shell.home.${name}`)}
          </LinkButton>
        ))}
      </Stack>
    </Page>
  );
}
