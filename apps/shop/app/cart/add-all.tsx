import type { CartLine } from "@guichet/rules/cart.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useState } from "react";
import { useNavigate } from "react-router";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { refusalsAhead, useRefusalWords } from "../texts/use-refusal-text.ts";
import { cart, offerOf, readCart } from "./cart-state.ts";
import type { StoredArticle } from "./stored-article.ts";

interface AddAllProps {
  lines: readonly Omit<CartLine, "id">[];
  articles: readonly StoredArticle[];
}

/** Button that adds several lines to the cart and opens it; if one is refused, the cart stays as it was. */
export function AddAll({ lines, articles }: AddAllProps) {
  const t = useT();
  const navigate = useNavigate();
  const { switches } = usePageContext().network;
  const refusalWords = useRefusalWords();
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = async () => {
    const before = readCart();
    const others = before.articles.filter(({ shopItemId }) => !articles.some((own) => own.shopItemId === shopItemId));
    const known = [...articles, ...others];
    for (const line of lines) {
      const outcome = cart.add(line, known, offerOf(switches));
      if (outcome.ok) continue;
      cart.put(before.lines, before.articles);
      const word = await refusalWords();
      return setRefusal(word(outcome.code));
    }
    cart.keepArticles(known);
    await navigate(href("cart"));
  };
  return (
    // The cart needs script; without it, the articles have links.
    <div className="stack noscript:hidden">
      {refusal !== null && (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <Button type="button" variant="main" big onFocus={refusalsAhead} onClick={() => void add()}>
        {t("cart.add-all")}
      </Button>
    </div>
  );
}
