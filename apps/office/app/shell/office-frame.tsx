import type { StaffNetwork } from "@guichet/contract/office/staff.ts";
import { Dropdown } from "@guichet/ui/forms/dropdown.tsx";
import { PersonIcon } from "@guichet/ui/icons.tsx";
import { SwapIcon } from "@guichet/ui/more-icons.tsx";
import { SkipLink } from "@guichet/ui/page/skip-link.tsx";
import { ToolButton, ToolLink } from "@guichet/ui/tool.tsx";
import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { href } from "../paths.ts";
import { usePageContext } from "./page-context.tsx";
import { permittedScreens } from "./permitted-screens.ts";
import { Preferences } from "./preferences.tsx";
import { ScreenIcon } from "./screen-icon.tsx";
import { HeaderSearch } from "./search/header-search.tsx";
import { useT } from "./texts.tsx";

/** Page frame: header with network and user, side navigation with the permitted screens, and the current screen. */
export function OfficeFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const { staff, network, keys } = usePageContext();
  return (
    <div className="office">
      <SkipLink label={t("shell.skip")} />
      <header className="office-head">
        <ToolLink href={href("start")}>
          <strong>{t("shell.office")}</strong>
        </ToolLink>
        <NetworkSwitch />
        {network && <HeaderSearch />}
        <span className="office-head-end">
          <Preferences keys={keys} />
          <Dropdown icon={<PersonIcon size="s" />} label={staff.name}>
            <p className="fine soft office-email">
              <bdi dir="ltr">{staff.email}</bdi>
            </p>
            <ToolLink href={href("password")}>{t("shell.password")}</ToolLink>
            <ToolLink href={href("secondFactor")}>{t("shell.second-factor")}</ToolLink>
            <Form method="post" action={href("signOut")}>
              <ToolButton>{t("shell.sign-out")}</ToolButton>
            </Form>
          </Dropdown>
        </span>
      </header>
      {network && <SideNavigation network={network} />}
      {children}
    </div>
  );
}

function NetworkSwitch() {
  const t = useT();
  const { staff, network } = usePageContext();
  const { key } = useLocation();
  if (network === null) return null;
  if (staff.networks.length === 1) return <span className="office-network">{network.name}</span>;
  return (
    <Dropdown key={key} icon={<SwapIcon size="s" />} label={t("shell.network", { name: network.name })}>
      {staff.networks.map(({ id, name }) => (
        <ToolLink key={id} href={href("home", { network: id })} aria-current={id === network.id ? "true" : undefined}>
          {name}
        </ToolLink>
      ))}
    </Dropdown>
  );
}

function SideNavigation({ network: { id, roles } }: { network: StaffNetwork }) {
  const t = useT();
  const { pathname } = useLocation();
  const screens = ["home" as const, ...permittedScreens(roles)];
  return (
    <nav className="office-nav" aria-label={t("shell.navigation")}>
      {screens.map((name) => {
        const to = href(name, { network: id });
        const isHere = name === "home" ? pathname === to : pathname.startsWith(to);
        return (
          <ToolLink
            key={name}
            href={to}
            icon={<ScreenIcon name={name} size="s" />}
            aria-current={isHere ? "page" : undefined}
          >
            {t(`shell.${name}`)}
          </ToolLink>
        );
      })}
    </nav>
  );
}
