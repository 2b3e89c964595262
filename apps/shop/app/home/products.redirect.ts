import { redirect } from "react-router";
import { href } from "../paths.ts";

/** Redirects to the home page, which lists the products (§2). */
export const loader = () => redirect(href("home"));
