import { useLoaderData } from "react-router";
import type { loader } from "./counter-loader.ts";
import { queryOf } from "./sale-address.ts";

/** The sale as hidden fields, so that a search keeps it in the address. */
export function DraftInputs() {
  const { draft } = useLoaderData<typeof loader>();
  return [...queryOf(draft)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}
