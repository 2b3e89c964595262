import { useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "./lazy-part.tsx";
import { useShell } from "./shell.tsx";

const ExpiredDialog = lazyPart(() => import("./expired-dialog.tsx").then((module) => module.ExpiredDialog));

/** The session ended by itself: says so and asks to sign in again (§8); cart and place are kept. */
export function SessionExpired() {
  const { expired } = useShell();
  const { pathname, search } = useLocation();
  // Stands where the session ended, and is gone once the visitor goes on.
  const [at, setAt] = useState(expired ? pathname : undefined);
  const [told, setTold] = useState(expired);
  if (told !== expired) {
    setTold(expired);
    if (expired) setAt(pathname);
  }
  if (at !== pathname) return null;
  const next = pathname.startsWith("/auth") ? (new URLSearchParams(search).get("next") ?? "/") : pathname + search;
  return <ExpiredDialog next={next} onClose={() => setAt(undefined)} />;
}
