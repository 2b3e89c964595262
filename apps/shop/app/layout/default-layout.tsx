import { Outlet } from "react-router";
import { PageFrame } from "./page-frame.tsx";

/** Layout of most screens: header, tab bar, footer (§2 "Page layouts"). */
export default function DefaultLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}
