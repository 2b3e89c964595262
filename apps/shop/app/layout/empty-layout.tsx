import { Outlet } from "react-router";

/** Layout without header, tab bar and footer (§2 "Page layouts"). */
export default function EmptyLayout() {
  return (
    <div className="shell">
      <Outlet />
    </div>
  );
}
