import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { locales } from "@guichet/contract/languages.ts";
import { Count } from "@guichet/ui/count.tsx";
import { Dropdown } from "@guichet/ui/forms/dropdown.tsx";
import { BasketIcon, GlobeIcon, MoonIcon, PersonIcon, SignInIcon } from "@guichet/ui/icons.tsx";
import { ToolButton, ToolLink } from "@guichet/ui/tool.tsx";
import { showTheme, themes } from "@guichet/web/theme.ts";
import { Form, useLocation } from "react-router";
import { useCart } from "../cart/cart-state.ts";
import { useFrame } from "../page/frame.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Links to the current page in the other languages, so that they work without script and search engines find them. */
export function LanguageMenu() {
  const t = useT();
  const { language } = useFrame();
  const { languages } = usePageContext().network;
  const { key, pathname, search } = useLocation();
  if (languages.length < 2) return null;
  return (
    <Dropdown key={key} quiet icon={<GlobeIcon size="s" />} label={t("shell.language")}>
      {languages.map((code) => (
        <ToolLink
          key={code}
          href={withLanguagePrefix(`/${code}`, pathname + search)}
          lang={code}
          hrefLang={code}
          aria-current={code === language ? "true" : undefined}
        >
          {locales[code].language}
        </ToolLink>
      ))}
    </Dropdown>
  );
}

/** Theme menu: light, dark or system. Applied immediately and saved by the server; a plain form without script. */
export function ThemeMenu() {
  const t = useT();
  const { theme } = usePageContext();
  const { pathname, search } = useLocation();
  return (
    <Dropdown quiet icon={<MoonIcon size="s" />} label={t("shell.theme")}>
      <Form method="post" action={"/theme"} navigate={false}>
        <input type="hidden" name="back" value={pathname + search} />
        {themes.map((choice) => (
          <ToolButton
            key={choice}
            name="theme"
            value={choice}
            aria-current={choice === theme ? "true" : undefined}
            onClick={() => showTheme(choice)}
          >
            {t(`shell.theme.${choice}`)}
          </ToolButton>
        ))}
      </Form>
    </Dropdown>
  );
}

export function AccountTool() {
  const t = useT();
  const { user } = usePageContext();
  if (!user || user.isGuest) {
    return (
      <ToolLink href={href("auth")} icon={<SignInIcon size="s" />} aria-label={t("shell.sign-in")}>
        <span className="hidden lg:inline">{t("shell.sign-in")}</span>
      </ToolLink>
    );
  }
  const label = t("shell.account-of", { name: `${user.firstName} ${user.lastName}`.trim() });
  return (
    <ToolLink href={href("account")} icon={<PersonIcon size="s" />} aria-label={label}>
      <bdi className="hidden lg:inline">{user.firstName}</bdi>
    </ToolLink>
  );
}

export function CartTool() {
  const t = useT();
  const { articleCount } = useCart();
  return (
    <span className="hidden md:inline-flex">
      <ToolLink href={href("cart")} icon={<BasketIcon size="s" />}>
        {t("shell.cart")}
        <Count value={articleCount} label={t("shell.cart.count", { count: articleCount })} />
      </ToolLink>
    </span>
  );
}
