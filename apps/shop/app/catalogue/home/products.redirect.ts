import { redirect } from "react-router";
import { href } from "../../paths.ts";

/** The products are on the home page (§2). */
export const loader = () => redirect(href("home"));
