import { Outlet } from "react-router";

/** Nothing round the screen (§2 "Page layouts"). */
export default function EmptyLayout() {
  return (
    <div className="shell">
      <Outlet />
    </div>
  );
}
