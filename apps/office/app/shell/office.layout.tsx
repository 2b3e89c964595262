import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { OfficeFrame } from "./office-frame.tsx";
import { type PageContext, PageContextProvider } from "./page-context.tsx";
import { networkOf, requestContextOf } from "./request-context.ts";

/** Loads the signed-in user and the network of the page. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<PageContext> {
  const ctx = requestContextOf(context);
  const staff = await ctx.staff();
  const network = params.network === undefined ? null : await networkOf(ctx, params.network);
  return { staff, network, keys: ctx.cookies.get("officeKeys") !== "off" };
}

export default function OfficeLayout() {
  const page = useLoaderData<typeof loader>();
  return (
    <PageContextProvider value={page}>
      <OfficeFrame>
        <Outlet />
      </OfficeFrame>
    </PageContextProvider>
  );
}
