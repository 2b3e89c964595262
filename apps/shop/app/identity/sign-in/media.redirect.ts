import { redirect } from "react-router";
import { href } from "../../paths.ts";

/** Redirects an address without content of its own (§2); not cached, because the address may get content later. */
export const loader = () => redirect(href("auth"), { status: 301, headers: { "cache-control": "no-store" } });
