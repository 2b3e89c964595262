import type { CartLine as Line } from "@guichet/rules/cart.ts";
import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useContext } from "react";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { useRefusalText } from "../texts/use-refusal-text.ts";
import type { QuotedLine } from "./cart-quote.ts";
import { cart } from "./cart-state.ts";
import { changeHref } from "./line-change.ts";
import { helpFor, isNameMissing, type LineHelp } from "./line-help.ts";
import { LineProofContext } from "./proof/line-proof.ts";
import type { StoredArticle } from "./stored-article.ts";
import { useCartQuote } from "./use-cart-quote.ts";

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

/** Link to the form for a traveller's name: the guest's details, the holder's missing data, or the traveller's page. */
function nameHref({ profileId }: Line, user: { userId: string; isGuest: boolean } | null): string {
  if (user === null || user.isGuest || profileId === null) return href("inviteLogin", undefined, { guest: "" });
  return profileId === user.userId
    ? href("finalize", undefined, { next: href("cart") })
    : href("traveller", { id: profileId }, { edit: "person" });
}

interface LineErrorsProps {
  line: Line;
  article: StoredArticle | undefined;
  name: string;
  errors: QuotedLine["errors"];
  documents: readonly string[];
  /** Called when the traveller's right has been confirmed. */
  confirmed: () => void;
}

/** Errors of a line, with a link or button to fix them. */
export function LineErrors({ line, article, name, errors, documents, confirmed }: LineErrorsProps) {
  const t = useT();
  const { list } = useFormats();
  const refusal = useRefusalText(true);
  const help = helpFor(errors);
  const { user } = usePageContext();
  // A guest is the only traveller of their cart; the form for name and e-mail identifies them.
  const byAge = help === "traveller" && errors.some(({ code }) => code === "TRAVELLER_NOT_ELIGIBLE");
  const change = changeHref(line, article);
  const helpHref = (step: Exclude<LineHelp, "remove">) => {
    if (step === "documents") return documentsOf(line);
    return step === "name" ? nameHref(line, user) : `${change}#${places[step]}`;
  };
  const about = <VisuallyHidden> ({name})</VisuallyHidden>;
  return (
    <Notice tone="bad">
      {[
        ...new Set(errors.map((error) => (isNameMissing(error) ? t("cart.line.name-missing") : refusal(error.code)))),
      ].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {documents.length > 0 && <p>{t("cart.line.documents", { names: list(documents) })}</p>}
      <ProofOfLine line={line} errors={errors} confirmed={confirmed} />
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
        <LinkButton variant="quiet" href={helpHref(help)}>
          {t(`cart.help.${help}`)}
          {about}
        </LinkButton>
      )}
    </Notice>
  );
}

/** Errors that a public body's confirmation, a declared status or a document removes. */
const isProvable = ({ code, details }: QuotedLine["errors"][number]): boolean =>
  code === "DOCUMENT_REQUIRED" ||
  code === "DOCUMENT_INVALID" ||
  (code === "TRAVELLER_NOT_ELIGIBLE" && details?.reason === "status");

/** The form that proves the right of the line's traveller; afterwards the cart is quoted again. */
function ProofOfLine({ line, errors, confirmed }: Pick<LineErrorsProps, "line" | "errors" | "confirmed">) {
  const Proof = useContext(LineProofContext);
  const { user } = usePageContext();
  const { retry } = useCartQuote();
  if (Proof === null || line.profileId === null || !user || user.isGuest || !errors.some(isProvable)) return null;
  const settled = () => {
    confirmed();
    retry();
  };
  return <Proof item={line.shopItemId} userId={line.profileId} scope={`line-${line.id}-`} settled={settled} />;
}
