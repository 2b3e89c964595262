import { languages, locales } from "@guichet/contract/languages.ts";
import { Dropdown } from "@guichet/ui/forms/dropdown.tsx";
import { GlobeIcon } from "@guichet/ui/icons.tsx";
import { SettingsIcon } from "@guichet/ui/more-icons.tsx";
import { ToolButton } from "@guichet/ui/tool.tsx";
import { useFrame } from "@guichet/web/frame.tsx";
import { themes } from "@guichet/web/theme.ts";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { href } from "../paths.ts";
import { withoutLanguage } from "./language-parameter.ts";
import { useT } from "./texts.tsx";

/** Settings for language, theme and shortcuts: plain forms, so that the whole page reloads with the new setting. */
export function Preferences({ keys }: { keys?: boolean | undefined }) {
  const t = useT();
  const { language, theme } = useFrame();
  return (
    <>
      <Dropdown quiet icon={<GlobeIcon size="s" />} label={t("shell.language")}>
        <PreferenceForm>
          {languages.map((code) => (
            <ToolButton
              key={code}
              name="language"
              value={code}
              lang={code}
              aria-current={code === language ? "true" : undefined}
            >
              {locales[code].language}
            </ToolButton>
          ))}
        </PreferenceForm>
      </Dropdown>
      <Dropdown quiet icon={<SettingsIcon size="s" />} label={t("shell.settings")}>
        <PreferenceForm>
          {themes.map((choice) => (
            <ToolButton key={choice} name="theme" value={choice} aria-current={choice === theme ? "true" : undefined}>
              {t(`shell.theme.${choice}`)}
            </ToolButton>
          ))}
          {keys !== undefined && (
            <ToolButton name="keys" value={keys ? "off" : "on"}>
              {t(keys ? "shell.keys.off" : "shell.keys.on")}
            </ToolButton>
          )}
        </PreferenceForm>
      </Dropdown>
    </>
  );
}

function PreferenceForm({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={href("preferences")}>
      <input type="hidden" name="back" value={pathname + withoutLanguage(search)} />
      {children}
    </form>
  );
}
