import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { useT } from "../texts/texts.tsx";
import { CardDrawing } from "./card-drawing.tsx";
import type { FoundCard } from "./found-card.server.ts";

/** The public details of a card found without an account: the last digits and a first name. */
export function FoundCardDrawing({ found }: { found: Pick<FoundCard, "lastDigits" | "firstName"> }) {
  const t = useT();
  const { name } = usePageContext().network;
  return (
    <CardDrawing
      network={name}
      number={
        <>
          <span aria-hidden="true">•••• •••• •••• </span>
          <VisuallyHidden>{t("transport-cards.ending")} </VisuallyHidden>
          {found.lastDigits}
        </>
      }
      bearer={<bdi>{found.firstName}</bdi>}
    />
  );
}
