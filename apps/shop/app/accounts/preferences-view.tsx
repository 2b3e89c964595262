import { locales } from "@guichet/contract/languages.ts";
import { BackLink } from "@guichet/ui/back-link.tsx";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/choice-group.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { Select } from "@guichet/ui/select.tsx";
import { themes } from "@guichet/web/theme.ts";
import { Form, useNavigation } from "react-router";
import { href } from "../paths.ts";
import { useFrame } from "../shell/frame.tsx";
import { useShell } from "../shell/shell.tsx";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";

/** Language, of the shop and of letters, and theme: kept in the account, a traveller's in their browser. */
export function PreferencesView({ isHolder }: { isHolder: boolean }) {
  const t = useT();
  const { language, theme } = useFrame();
  const { languages } = useShell().network;
  const busy = useNavigation().formMethod === "POST";
  return (
    <Page narrow>
      <Title>{t("accounts.preferences")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      <PageHead title={t("accounts.preferences")}>{isHolder && t("accounts.preferences.text")}</PageHead>
      <Form method="post" className="stack">
        <input type="hidden" name="what" value="preferences" />
        <Select
          name="language"
          label={t("shell.language")}
          defaultValue={language}
          options={languages.map((code) => ({ value: code, label: locales[code].language }))}
        />
        <ChoiceGroup id="theme" label={t("shell.theme")}>
          {themes.map((choice) => (
            <Choice
              key={choice}
              name="theme"
              value={choice}
              title={t(`shell.theme.${choice}`)}
              defaultChecked={choice === theme}
            />
          ))}
        </ChoiceGroup>
        <Button look="main" big busy={busy && t("identity.busy")}>
          {t("accounts.save")}
        </Button>
      </Form>
    </Page>
  );
}
