import { Notice } from "@guichet/ui/notice.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { AddAll } from "../../cart/add-all.tsx";
import { usePageContext } from "../../page/page-context.tsx";
import { requestContextOf } from "../../request-context/request-context.ts";
import { loadAdvice } from "../../travel/advice.server.ts";
import { AdvicePage } from "../../travel/advice-page.tsx";
import { proposedArticles } from "./proposed-articles.server.ts";

/** Loads the question and answer of the fare adviser, with the cart lines of its proposal. */
export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const loaded = await loadAdvice(ctx);
  const { advice, asked } = loaded;
  const proposed = advice === null ? null : await proposedArticles(ctx, advice.lines, asked.travellers);
  return { ...loaded, proposed };
}

/** The fare adviser, whose proposal is put into the cart by one button. */
export default function Advice() {
  const { proposed, ...loaded } = useLoaderData<typeof loader>();
  const { notSold } = usePageContext().preview ?? {};
  const { cartLines = null, articles = [], unlimited = [] } = proposed ?? {};
  return (
    <AdvicePage
      {...loaded}
      unlimited={unlimited}
      buy={
        cartLines !== null &&
        (notSold === undefined ? <AddAll lines={cartLines} articles={articles} /> : <Notice>{notSold}</Notice>)
      }
    />
  );
}
