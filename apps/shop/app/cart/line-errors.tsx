import type { CartLine as Line } from "@guichet/rules/cart.ts";
import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { type ContextType, useContext, useEffect, useState } from "react";
import { useFormats } from "../formats/formats.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { useRefusalText } from "../texts/use-refusal-text.ts";
import { shownCode } from "./cart-faults.ts";
import type { QuotedLine } from "./cart-quote.ts";
import { cart } from "./cart-state.ts";
import { changeHref } from "./line-change.ts";
import { helpFor, type LineHelp, nameHref } from "./line-help.ts";
import { ProofContext } from "./proof/line-proof.ts";
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
  const { retry } = useCartQuote();
  const help = helpFor(errors);
  const { user } = usePageContext();
  // A guest is the only traveller of their cart; the form for name and e-mail identifies them.
  const byAge = help === "traveller" && errors.some(({ code }) => code === "TRAVELLER_NOT_ELIGIBLE");
  const change = changeHref(line, article);
  const helpHref = (step: Exclude<LineHelp, "remove">) => {
    if (step === "documents") return documentsOf(line);
    return step === "name" ? nameHref(line, user) : `${change}#${places[step]}`;
  };
  const proofs = useContext(ProofContext);
  const mayProve = user !== null && !user.isGuest && line.profileId !== null && errors.some(isProvable);
  const textOf = (error: QuotedLine["errors"][number]) => refusal(shownCode(error));
  const settled = () => {
    confirmed();
    retry();
  };
  const about = <VisuallyHidden> ({name})</VisuallyHidden>;
  if (errors.length === 0) return proofs && <Confirmed load={proofs} lineId={line.id} />;
  return (
    <Notice tone="bad">
      {[...new Set(errors.filter((error) => !mayProve || !isProvable(error)).map(textOf))].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {documents.length > 0 && <p>{t("cart.line.documents", { names: list(documents) })}</p>}
      {proofs && mayProve && <Proof load={proofs} line={line} settled={settled} />}
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

type Load = NonNullable<ContextType<typeof ProofContext>>;

/** The form that proves the right of the line's traveller; without its script, the link to the documents remains. */
function Proof({ load, line, settled }: { load: Load; line: Line; settled: () => void }) {
  const [Form] = useState(() =>
    lazyPart(
      () => load().then((parts) => parts.LineProof),
      () => null,
    ),
  );
  return <Form item={line.shopItemId} userId={line.profileId ?? ""} scope={`line-${line.id}-`} settled={settled} />;
}

/** The notice that the right is confirmed; the line takes the focus, because the form that had it is gone. */
function Confirmed({ load, lineId }: { load: Load; lineId: string }) {
  const [Part] = useState(() => lazyPart(() => load().then((parts) => parts.ConfirmedRight)));
  useEffect(() => document.getElementById(`line-${lineId}`)?.focus(), [lineId]);
  return <Part />;
}
