import type { CartLine as Line } from "@guichet/rules/cart.ts";
import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { useRefusalText } from "../texts/use-refusal-text.ts";
import type { QuotedLine } from "./cart-quote.ts";
import { cart } from "./cart-state.ts";
import { changeHref } from "./line-change.ts";
import { helpFor } from "./line-help.ts";
import type { StoredArticle } from "./stored-article.ts";

/** Ids of the fields on the article's page that fix a line's errors. */
const places = {
  traveller: "traveller",
  start: "start",
  support: "support",
  card: "card",
  fields: "fields",
  journey: "journey",
} as const;

/** Link to submit the missing documents of a line for its traveller. */
const documentsOf = ({ shopItemId, profileId }: Line) =>
  href("documents", undefined, { item: shopItemId, for: profileId ?? "" });

interface LineErrorsProps {
  line: Line;
  article: StoredArticle | undefined;
  name: string;
  errors: QuotedLine["errors"];
  documents: readonly string[];
}

/** Errors of a line, with a link or button to fix them. */
export function LineErrors({ line, article, name, errors, documents }: LineErrorsProps) {
  const t = useT();
  const { list } = useFormats();
  const refusal = useRefusalText(true);
  const help = helpFor(errors);
  const { user } = usePageContext();
  // A guest is the only traveller of their cart; the form for name and e-mail identifies them.
  const byAge = errors.some(({ code }) => code === "TRAVELLER_NOT_ELIGIBLE");
  const change = changeHref(line, article);
  const about = <VisuallyHidden> ({name})</VisuallyHidden>;
  return (
    <Notice tone="bad">
      {[...new Set(errors.map(({ code }) => refusal(code)))].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {documents.length > 0 && <p>{t("cart.line.documents", { names: list(documents) })}</p>}
      {byAge && user?.isGuest ? (
        <LinkButton variant="quiet" href={href("inviteLogin", undefined, { guest: "" })}>
          {t("cart.help.traveller")}
          {about}
        </LinkButton>
      ) : help === "remove" ? (
        <Button variant="quiet" type="button" onClick={() => cart.remove(line.id)}>
          {t("cart.help.remove")}
          {about}
        </Button>
      ) : (
        <LinkButton variant="quiet" href={help === "documents" ? documentsOf(line) : `${change}#${places[help]}`}>
          {t(`cart.help.${help}`)}
          {about}
        </LinkButton>
      )}
    </Notice>
  );
}
