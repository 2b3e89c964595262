import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page } from "@guichet/ui/page.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** The guards of the place hold here too. */
export const loader = () => null;

/** Where a screen is still to come (`not-built.ts`). */
export default function NotBuilt() {
  const t = useT();
  return (
    <Page narrow>
      <Title>{t("shell.not-built.title")}</Title>
      <EmptyState
        level={1}
        title={t("shell.not-built.title")}
        action={<LinkButton href={href("home")}>{t("shell.back-to-shop")}</LinkButton>}
      >
        {t("shell.not-built.text")}
      </EmptyState>
    </Page>
  );
}
