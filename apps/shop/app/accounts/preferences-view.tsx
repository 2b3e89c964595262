import { locales } from "@guichet/contract/languages.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { themes } from "@guichet/web/theme.ts";
import { Form, useNavigation, useSearchParams } from "react-router";
import { useFrame } from "../page/frame.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import type { GeolocationConsent } from "./geolocation.server.ts";
import { GeolocationView } from "./geolocation-view.tsx";

const flashMessages = ["positions-on", "positions-off"] as const;

type PreferencesViewProps = { isHolder: boolean; positions: GeolocationConsent | null };

/**
 * Form for the theme, the language of shop and e-mails, and the geolocation consent. Language and theme are stored in the holder's
 * account, or in the browser of a traveller with their own sign-in.
 */
export function PreferencesView({ isHolder, positions }: PreferencesViewProps) {
  const t = useT();
  const [search] = useSearchParams();
  const flash = flashMessages.find((known) => known === search.get("flash"));
  const refused = search.get("refused");
  const { language } = useFrame();
  const { network, theme } = usePageContext();
  const { languages } = network;
  const busy = useNavigation().formMethod === "POST";
  return (
    <Page narrow>
      <Title>{t("accounts.preferences")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {flash && <Notice tone="ok" role="status" title={t(`accounts.flash.${flash}`)} />}
      {refused !== null && (
        <Notice tone="bad" role="alert">
          {refusalText(t, refused)}
        </Notice>
      )}
      <PageHead title={t("accounts.preferences")}>{isHolder && t("accounts.preferences.text")}</PageHead>
      <Stack gap="l">
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
          <Button variant="main" big busy={busy && t("identity.busy")}>
            {t("accounts.save")}
          </Button>
        </Form>
        {positions && <GeolocationView positions={positions} />}
      </Stack>
    </Page>
  );
}
