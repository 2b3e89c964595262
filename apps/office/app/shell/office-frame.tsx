import { Dropdown } from "@guichet/ui/forms/dropdown.tsx";
import { CardIcon, DocumentIcon, PassIcon, PeopleIcon, PersonIcon, ReceiptIcon } from "@guichet/ui/icons.tsx";
import { HomeIcon, SwapIcon } from "@guichet/ui/more-icons.tsx";
import { SkipLink } from "@guichet/ui/page/skip-link.tsx";
import { ToolButton, ToolLink } from "@guichet/ui/tool.tsx";
import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { href, type RouteName } from "../paths.ts";
import { usePageContext } from "./page-context.tsx";
import { Preferences } from "./preferences.tsx";
import type { StaffPermissions } from "./staff-permissions.ts";
import { useT } from "./texts.tsx";

/** Page frame: header with network and user, side navigation with the permitted screens, and the current screen. */
export function OfficeFrame({ permissions, children }: { permissions: StaffPermissions; children: ReactNode }) {
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
        <span className="office-head-end">
          <Preferences keys={keys} />
          <Dropdown icon={<PersonIcon size="s" />} label={staff.name}>
            <p className="fine soft office-email">
              <bdi dir="ltr">{staff.email}</bdi>
            </p>
            <ToolLink href={href("password")}>{t("shell.password")}</ToolLink>
            <ToolLink href={href("secondFactor")}>{t("staff.factor")}</ToolLink>
            <Form method="post" action={href("signOut")}>
              <ToolButton>{t("shell.sign-out")}</ToolButton>
            </Form>
          </Dropdown>
        </span>
      </header>
      {network && <SideNavigation network={network.id} permissions={permissions} />}
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

function SideNavigation({ network, permissions }: { network: string; permissions: StaffPermissions }) {
  const t = useT();
  const { pathname } = useLocation();
  const places: readonly { name: RouteName; label: string; icon: ReactNode; shown: boolean }[] = [
    { name: "home", label: t("shell.home"), icon: <HomeIcon size="s" />, shown: true },
    { name: "orders", label: t("shell.orders"), icon: <ReceiptIcon size="s" />, shown: permissions.orders },
    { name: "transportCards", label: t("shell.cards"), icon: <CardIcon size="s" />, shown: permissions.cards },
    { name: "travellers", label: t("shell.travellers"), icon: <PersonIcon size="s" />, shown: permissions.travellers },
    { name: "documents", label: t("shell.documents"), icon: <DocumentIcon size="s" />, shown: permissions.documents },
    {
      name: "terminations",
      label: t("shell.terminations"),
      icon: <PassIcon size="s" />,
      shown: permissions.terminations,
    },
    { name: "staff", label: t("shell.staff"), icon: <PeopleIcon size="s" />, shown: permissions.staff },
  ];
  return (
    <nav className="office-nav" aria-label={t("shell.navigation")}>
      {places
        .filter(({ shown }) => shown)
        .map(({ name, label, icon }) => {
          const to = href(name, { network });
          const isHere = name === "home" ? pathname === to : pathname.startsWith(to);
          return (
            <ToolLink key={name} href={to} icon={icon} aria-current={isHere ? "page" : undefined}>
              {label}
            </ToolLink>
          );
        })}
    </nav>
  );
}
