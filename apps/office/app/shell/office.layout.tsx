import { administers, examinesDocuments, type StaffRole, servesCustomers } from "@guichet/contract/staff-roles.ts";
import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { OfficeFrame } from "./office-frame.tsx";
import { type Shell, ShellProvider } from "./shell.tsx";
import { networkOf, visitOf } from "./visit.ts";

/** Behind the sign-in: who works here, for which network. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<Shell & { may: May }> {
  const visit = visitOf(context);
  const staff = await visit.staff();
  const network = params.network === undefined ? null : await networkOf(visit, params.network);
  const roles = network?.roles ?? [];
  const has = (wanted: readonly StaffRole[]) => roles.some((role) => wanted.includes(role));
  const may = {
    orders: has(servesCustomers),
    cards: has(servesCustomers),
    travellers: has(servesCustomers),
    documents: has(examinesDocuments),
    staff: has(administers),
  };
  return { staff, network, keys: visit.cookies.get("officeKeys") !== "off", may };
}

/** What the roles of the person open in this network. */
export interface May {
  orders: boolean;
  cards: boolean;
  travellers: boolean;
  documents: boolean;
  staff: boolean;
}

export default function OfficeLayout() {
  const { may, ...shell } = useLoaderData<typeof loader>();
  return (
    <ShellProvider value={shell}>
      <OfficeFrame may={may}>
        <Outlet />
      </OfficeFrame>
    </ShellProvider>
  );
}
