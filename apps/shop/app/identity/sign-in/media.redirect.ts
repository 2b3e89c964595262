import { redirect } from "react-router";
import { href } from "../../paths.ts";

/** This address has no content of its own (§2); the redirect is not kept, it may get some. */
export const loader = () => redirect(href("auth"), { status: 301, headers: { "cache-control": "no-store" } });
