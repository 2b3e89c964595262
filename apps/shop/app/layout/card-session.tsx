import { CardIcon } from "@guichet/ui/icons.tsx";
import { ToolButton } from "@guichet/ui/tool.tsx";
import { Form } from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Bar below the header during a transport card session: the card and a sign-out link. */
export function CardSession() {
  const t = useT();
  const { user } = usePageContext();
  if (!user || user.cardDigits === null) return null;
  return (
    <aside className="card-session" aria-label={t("shell.card.label")}>
      <span className="card-session-text">
        <CardIcon size="s" />
        {t("shell.card", { digits: user.cardDigits })}
      </span>
      <Form method="post" action={href("logout")}>
        <ToolButton>{t("shell.card.leave")}</ToolButton>
      </Form>
    </aside>
  );
}
