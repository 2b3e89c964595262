import { keepPart } from "../../scripts/start/part.ts";
import { runGuichet } from "../../scripts/start/run-guichet.ts";
import { bundleOf } from "./bundle-places.ts";

/** Starts an installation as `npm start` does, each part from its bundle. The pages are built before the first journey. */
await runGuichet({
  kind: "built",
  prepare: async () => undefined,
  keep: (plan, ...how) => keepPart({ ...plan, program: bundleOf(plan.program) }, ...how),
});
