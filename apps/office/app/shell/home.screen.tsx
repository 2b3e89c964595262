import { CardIcon, DocumentIcon, PassIcon, PeopleIcon, PersonIcon, ReceiptIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { useRouteLoaderData } from "react-router";
import { href } from "../paths.ts";
import type { loader as officeLoader } from "./office.layout.tsx";
import { useFormats, useNetwork, usePageContext } from "./page-context.tsx";
import { useT } from "./texts.tsx";

/** The start page: what the user may do in this network. */
export default function Home() {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { staff } = usePageContext();
  const permissions = useRouteLoaderData<typeof officeLoader>("shell/office.layout")?.permissions;
  const roles = formats.list(network.roles.map((role) => t(`shell.role.${role}`)));
  return (
    <Page narrow>
      <title>{`${t("shell.home")} · ${network.name}`}</title>
      <PageHead title={t("shell.hello", { name: staff.name })}>
        {t("shell.home.roles", { roles, network: network.name })}
      </PageHead>
      <Stack>
        {permissions?.orders && (
          <LinkButton href={href("orders", { network: network.id })} icon={<ReceiptIcon />} big>
            {t("shell.home.orders")}
          </LinkButton>
        )}
        {permissions?.cards && (
          <LinkButton href={href("transportCards", { network: network.id })} icon={<CardIcon />} big>
            {t("shell.home.cards")}
          </LinkButton>
        )}
        {permissions?.travellers && (
          <LinkButton href={href("travellers", { network: network.id })} icon={<PersonIcon />} big>
            {t("shell.home.travellers")}
          </LinkButton>
        )}
        {permissions?.documents && (
          <LinkButton href={href("documents", { network: network.id })} icon={<DocumentIcon />} big>
            {t("shell.home.documents")}
          </LinkButton>
        )}
        {permissions?.terminations && (
          <LinkButton href={href("terminations", { network: network.id })} icon={<PassIcon />} big>
            {t("shell.home.terminations")}
          </LinkButton>
        )}
        {permissions?.staff && (
          <LinkButton href={href("staff", { network: network.id })} icon={<PeopleIcon />} big>
            {t("shell.home.staff")}
          </LinkButton>
        )}
      </Stack>
    </Page>
  );
}
