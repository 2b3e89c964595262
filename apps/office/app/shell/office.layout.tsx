import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { OfficeFrame } from "./office-frame.tsx";
import { type Shell, ShellProvider } from "./shell.tsx";
import { permissionsOf, type StaffPermissions } from "./staff-permissions.ts";
import { networkOf, visitOf } from "./visit.ts";

/** Behind the sign-in: who works here, for which network. */
export async function loader({
  context,
  params,
}: LoaderFunctionArgs): Promise<Shell & { permissions: StaffPermissions }> {
  const visit = visitOf(context);
  const staff = await visit.staff();
  const network = params.network === undefined ? null : await networkOf(visit, params.network);
  const permissions = permissionsOf(network?.roles ?? []);
  return { staff, network, keys: visit.cookies.get("officeKeys") !== "off", permissions };
}

export default function OfficeLayout() {
  const { permissions, ...shell } = useLoaderData<typeof loader>();
  return (
    <ShellProvider value={shell}>
      <OfficeFrame permissions={permissions}>
        <Outlet />
      </OfficeFrame>
    </ShellProvider>
  );
}
